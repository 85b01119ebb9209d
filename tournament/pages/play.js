// The game that is played: it asks the program how the game stands and tells it what was clicked.
const SQUARE = /^[GKBOSIDN][a-p]\d+$/;
let now = null;
let kind = null;

async function ask(action, text) {
  document.body.setAttribute("aria-busy", "true");
  const how = action === "state" ? {} : { method: "POST", body: text ?? "" };
  try {
    const reply = await fetch(action, how);
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    show(await reply.json());
  } catch (error) {
    byId("message").textContent = `the program does not answer: ${error.message}`;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

function choices() {
  return now.legal.filter((move) => move[0] === kind);
}

function spaceOf(arm) {
  const place = document.querySelectorAll(`#board .placed[data-arm="${arm}"]`).length;
  return document.querySelector(`#board .space[data-places~="${arm}:${place}"]`);
}

function offer(node, move) {
  if (!node) return;
  if (node.dataset.square) document.querySelectorAll(`#board .placed[data-square="${node.dataset.square}"]`)
    .forEach((piece) => piece.classList.add("choice"));
  node.classList.add("choice");
  node.addEventListener("click", () => ask("move", move));
}

function button(text, action, move) {
  const node = make("button", text);
  node.dataset.move = move;
  node.addEventListener("click", action);
  return node;
}

function kindButton(letter) {
  const node = button(NAMES[letter], () => choose(letter), letter);
  const colour = PALACES["GKBO".indexOf(letter)]?.[1];
  if (colour) {
    node.prepend(make("span", undefined, "swatch"));
    node.firstChild.style.background = colour;
  }
  return node;
}

function choose(letter) {
  kind = letter;
  document.querySelectorAll("#board .choice").forEach((node) => node.replaceWith(node.cloneNode(true)));
  document.querySelectorAll("#board .choice").forEach((node) => node.classList.remove("choice"));
  choices().forEach((move) => {
    if (SQUARE.test(move)) offer(document.querySelector(`#board .square[data-square="${move.slice(1)}"]`), move);
    if (move[0] === "W") offer(spaceOf(move.slice(1)), move);
  });
  [...byId("kinds").children].forEach((node) => node.setAttribute("aria-pressed", node.dataset.move === kind));
  const few = choices().filter((move) => !/^[GKBOSI]/.test(move));
  byId("places").replaceChildren(...few.map((move) => button(move, () => ask("move", move), move)));
}

function show(state) {
  now = state;
  byId("board").innerHTML = state.board;
  document.querySelectorAll("#board .placed").forEach((piece) =>
    piece.classList.toggle("latest", Number(piece.dataset.ply) > state.ply - Math.max(1, state.n_made)));
  showState(state.state);
  const letters = [...new Set(state.legal.map((move) => move[0]))];
  byId("kinds").replaceChildren(...letters.map(kindButton));
  byId("places").replaceChildren();
  const winners = state.winners.map((seat) => data.bots[seat]).join(" and ");
  byId("where").textContent = state.seat !== null ? `${data.bots[state.seat]} (seat ${state.seat}) is to move` :
    winners ? `the game is over: ${winners} won` : "the game is over";
  byId("message").textContent = state.messages.join("; ");
  byId("moves").replaceChildren(...state.moves.map(([seat, move]) => moveItem(seat, move)));
  byId("moves").scrollTop = byId("moves").scrollHeight;
  if (state.hint) choose(state.hint[0]);
  else if (letters.includes(kind)) choose(kind);
  else if (letters.length === 1) choose(letters[0]);
}

["undo", "hint", "save", "stop"].forEach((id) => byId(id).addEventListener("click", () => ask(id)));
ask("state");

// The viewer: one drawing of the whole game, of which each ply shows a part.
const plies = data.moves.length;
const pieces = [...document.querySelectorAll(".board .placed")];
const claims = data.moves.map((move, i) => (/^[DN]/.test(move) ? i + 1 : 0)).filter(Boolean);
let ply = plies;

function describe() {
  if (ply === 0) return `ply 0 of ${plies}: before the first move`;
  const seat = data.seats[ply - 1];
  const fault = data.faults.find((one) => one.ply === ply - 1 || (one.ply === ply && ply === plies));
  const words = `ply ${ply} of ${plies}: ${data.bots[seat]} (seat ${seat}) plays ${data.moves[ply - 1]}`;
  return fault ? `${words}; fault of seat ${fault.seat}: ${fault.kind.replace("_", " ")}` : words;
}

function show(number) {
  ply = Math.max(0, Math.min(plies, number));
  pieces.forEach((piece) => {
    piece.classList.toggle("later", Number(piece.dataset.ply) > ply);
    piece.classList.toggle("latest", ply > 0 && Number(piece.dataset.ply) === ply);
  });
  showState(data.states[ply]);
  byId("slider").value = ply;
  byId("where").textContent = describe();
  byId("first").disabled = byId("back").disabled = ply === 0;
  byId("last").disabled = byId("on").disabled = ply === plies;
  [...byId("moves").children].forEach((item, i) => item.classList.toggle("now", i + 1 === ply));
  const cursor = document.getElementById("cursor");
  if (cursor) ["x1", "x2"].forEach((name) => cursor.setAttribute(name, chartX(ply)));
  history.replaceState(null, "", `#ply=${ply}`);
}

const claimAfter = () => show(claims.find((one) => one > ply) ?? plies);
const claimBefore = () => show(claims.findLast((one) => one < ply) ?? 0);

const WIDTH = 700, HEIGHT = 170, MARGIN = 28;
const top_score = Math.max(1, ...data.states.flatMap((state) => state.scores));
const chartX = (number) => MARGIN + ((WIDTH - 2 * MARGIN) * number) / Math.max(1, plies);
const chartY = (score) => HEIGHT - 20 - ((HEIGHT - 34) * score) / top_score;

function drawChart() {
  const lines = data.colours.map((colour, seat) => {
    const points = data.states.map((state, i) => `${chartX(i).toFixed(1)},${chartY(state.scores[seat]).toFixed(1)}`);
    return `<polyline points="${points.join(" ")}" fill="none" stroke="var(--soft)" stroke-width="4.5"/>` +
      `<polyline points="${points.join(" ")}" fill="none" stroke="${colour}" stroke-width="3"/>`;
  });
  const rings = claims.filter((one) => data.moves[one - 1][0] === "D").map((one) => {
    const seat = data.seats[one - 1];
    return `<circle cx="${chartX(one)}" cy="${chartY(data.states[one].scores[seat])}" r="4.5" ` +
      `fill="${data.colours[seat]}" stroke="var(--ink)"/>`;
  });
  const ends = data.colours.map((_, seat) => `<text x="${WIDTH - MARGIN + 4}" ` +
    `y="${chartY(data.states[plies].scores[seat]) + 4}">${seat}</text>`);
  byId("chart").innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">` +
    `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${HEIGHT - 20}" y2="${HEIGHT - 20}" stroke="var(--line)"/>` +
    `<text x="2" y="${chartY(top_score) + 4}">${top_score}</text><text x="2" y="${HEIGHT - 16}">0</text>` +
    `<line id="cursor" y1="0" y2="${HEIGHT - 20}" stroke="var(--accent)"/>` +
    `${lines.join("")}${rings.join("")}${ends.join("")}</svg>`;
  const svg = byId("chart").firstChild;
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    show(Math.round(((x - MARGIN) / (WIDTH - 2 * MARGIN)) * plies));
  });
}

byId("bots").replaceChildren(...data.bots.flatMap((_, seat) => [named(seat), " \u00a0 "]));
byId("slider").max = plies;
byId("claims").replaceChildren(...claims.map((one) => Object.assign(make("option"), { value: one })));
byId("moves").replaceChildren(...data.moves.map((move, i) => {
  const item = make("li", move, /^[DN]/.test(move) ? "claim" : "");
  item.addEventListener("click", () => show(i + 1));
  return item;
}));
byId("record").href = `data:application/json,${encodeURIComponent(JSON.stringify(data.record) + "\n")}`;
const steps = { first: () => show(0), back: () => show(ply - 1), on: () => show(ply + 1), last: () => show(plies),
  "claim-before": claimBefore, "claim-after": claimAfter };
Object.entries(steps).forEach(([id, step]) => byId(id).addEventListener("click", step));
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "claim-before",
  PageDown: "claim-after" };
document.addEventListener("keydown", (event) => {
  const step = steps[keys[event.key]];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  step();
});
byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
drawChart();
const wanted = /^#ply=(\d+)$/.exec(location.hash);
show(wanted ? Number(wanted[1]) : data.ply);

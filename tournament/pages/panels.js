// What stands beside the board: scores by source, hands, tiles. Shared by the viewer and the game that is played.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const BLACK = data.has_violet ? "violet" : "black";
const PALACES = [["grey", "#666d75"], [BLACK, data.has_violet ? "#7a4fb5" : "#3a3a40"], ["brown", "#8a5a32"],
  ["orange", "#b35a0c"]];
const NAMES = { G: "grey", K: BLACK, B: "brown", O: "orange", S: "stable", I: "inhabitant", W: "wall", D: "dome",
  N: "neutral dome", "?": "gift", T: "tea", "-": "no dome" };

function make(tag, text, className) {
  const node = document.createElement(tag);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
}

function chip(seat) {
  const node = make("span", String(seat), "chip");
  node.style.background = data.colours[seat];
  return node;
}

function fillTable(table, head, rows) {
  const line = (tag, cells) => {
    const row = make("tr");
    cells.forEach((cell) => {
      const field = make(tag);
      field.append(cell);
      row.append(field);
    });
    return row;
  };
  table.replaceChildren(line("th", head), ...rows.map((cells) => line("td", cells)));
}

const amount = (number) => (number === 0 ? "·" : String(number));

function named(seat) {
  const node = make("span", undefined, "named");
  node.append(chip(seat), " ", make("span", data.bots[seat], "name"));
  return node;
}

function moveItem(seat, move) {
  const item = make("li", undefined, /^[DN]/.test(move) ? "claim" : "");
  item.append(chip(seat), " ", make("span", move));
  return item;
}

function showState(state) {
  const seats = data.bots.map((_, seat) => seat);
  const used = data.sources.map((name, i) => i).filter((i) => data.sources[i] !== "well" || data.has_violet);
  fillTable(byId("seats"), ["", ...seats.map(named)], [
    ["score", ...state.scores.map(String)],
    ...used.map((i) => [data.sources[i].replace("_", " "), ...seats.map((seat) => amount(state.sources[seat][i]))])]);
  fillTable(byId("hands"), ["", ...data.letters],
    state.hands.map((hand, seat) => [chip(seat), ...hand.map(amount)]));
  [...byId("seats").rows[0].cells].forEach((cell, i) => cell.classList.toggle("turn", i - 1 === state.to_move));
  byId("tiles").replaceChildren(...PALACES.map(([name, colour], i) => {
    const tile = make("span", `${name} ${data.palace_values[i]}`, "tile");
    tile.style.background = colour;
    if (state.palace_tiles[i] !== null) tile.append(chip(state.palace_tiles[i]));
    return tile;
  }));
  document.querySelectorAll(".board .tower").forEach((tower, i) => showHolder(tower, state.tower_tiles[i]));
}

function showHolder(tower, seat) {
  const group = tower.querySelector(".chip");
  group.replaceChildren();
  if (seat === null) return;
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  const place = { cx: group.dataset.x, cy: group.dataset.y, r: 8, fill: data.colours[seat], stroke: "#3b2f1c" };
  Object.entries(place).forEach(([name, value]) => circle.setAttribute(name, value));
  Object.entries({ x: group.dataset.x, y: group.dataset.y, class: "small" })
    .forEach(([name, value]) => text.setAttribute(name, value));
  text.textContent = seat;
  group.append(circle, text);
}

byId("bots").replaceChildren(...data.bots.map((_, seat) => named(seat)));
byId("letters").textContent = data.letters.map((letter) => `${letter} ${NAMES[letter] ?? ""}`).join(", ");

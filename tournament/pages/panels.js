// What stands beside the board: scores by source, hands, tiles. Shared by the viewer and the game that is played.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const PALACES = [["grey", "#7d848c"], [data.has_violet ? "violet" : "black", data.has_violet ? "#7a4fb5" : "#3a3a40"],
  ["brown", "#8a5a32"], ["orange", "#c96a10"]];

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
  table.replaceChildren();
  const top = make("tr");
  head.forEach((text) => top.append(make("th", text)));
  table.append(top);
  rows.forEach((cells) => {
    const row = make("tr");
    cells.forEach((cell) => {
      const field = make("td");
      field.append(cell);
      row.append(field);
    });
    table.append(row);
  });
}

function named(seat) {
  const node = make("span");
  node.append(chip(seat), ` ${data.bots[seat]}`);
  return node;
}

function showState(state) {
  const used = data.sources.map((name, i) => i).filter((i) => data.sources[i] !== "well" || data.has_violet);
  fillTable(byId("seats"), ["seat", "score", ...used.map((i) => data.sources[i].replace("_", " "))],
    state.scores.map((score, seat) => [named(seat), String(score),
      ...used.map((i) => String(state.sources[seat][i] || ""))]));
  [...byId("seats").rows].forEach((row, i) => row.classList.toggle("turn", i - 1 === state.to_move));
  fillTable(byId("hands"), ["seat", ...data.letters],
    state.hands.map((hand, seat) => [chip(seat), ...hand.map((n) => String(n || ""))]));
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

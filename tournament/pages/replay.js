// The viewer: one drawing of the whole game, of which each ply shows a part.
const plies = data.moves.length;
const pieces = [...document.querySelectorAll(".board .placed")];
const claims = data.moves.map((move, i) => (/^[DN]/.test(move) ? i + 1 : 0)).filter(Boolean);
let ply = plies;

function describe() {
  if (ply === 0) return `ply 0 of ${plies}: before the first move`;
  const seat = data.seats[ply - 1];
  const fault = data.faults.find((one) => one.ply === ply - 1 || (one.ply === ply && ply === plies));
  const words = [`ply ${ply} of ${plies}: ${data.bots[seat]} (seat ${seat}) plays ${data.moves[ply - 1]}`];
  if (fault) words.push(`fault of seat ${fault.seat}: ${fault.kind.replace("_", " ")}`);
  if (ply === plies && data.winners.length)
    words.push(`${data.winners.map((one) => `${data.bots[one]} (seat ${one})`).join(" and ")} won`);
  return words.join("; ");
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
  keepInSight(byId("moves"), byId("moves").children[ply - 1]);
  const cursor = document.getElementById("cursor");
  if (cursor) ["x1", "x2"].forEach((name) => cursor.setAttribute(name, chartX(ply)));
  history.replaceState(null, "", `#ply=${ply}`);
}

const claimAfter = () => show(claims.find((one) => one > ply) ?? plies);
const claimBefore = () => show(claims.findLast((one) => one < ply) ?? 0);

function keepInSight(list, item) {
  const top = item ? item.offsetTop : 0, bottom = item ? top + item.offsetHeight : 0;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

const WIDTH = Math.max(320, Math.min(760, byId("chart").clientWidth)), HEIGHT = 180, MARGIN = 28, LINE = 13;
const top_score = Math.max(1, ...data.states.flatMap((state) => state.scores));
const chartX = (number) => MARGIN + ((WIDTH - 2 * MARGIN) * number) / Math.max(1, plies);
const chartY = (score) => HEIGHT - 20 - ((HEIGHT - 34) * score) / top_score;

function endLabels() {
  const ends = data.states[plies].scores.map((score, seat) => ({ seat, y: chartY(score) }));
  ends.sort((one, other) => other.y - one.y);
  let free = HEIGHT - 20;
  ends.forEach((end) => { free = (end.y = Math.min(end.y, free)) - LINE; });
  return ends.map(({ seat, y }) => `<circle cx="${WIDTH - 12}" cy="${y}" r="6.5" fill="${data.colours[seat]}" ` +
    `stroke="var(--ink)"/><text class="seat" x="${WIDTH - 12}" y="${y}">${seat}</text>`);
}

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
  byId("chart").innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">` +
    `<line x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${HEIGHT - 20}" y2="${HEIGHT - 20}" stroke="var(--line)"/>` +
    `<text x="2" y="${chartY(top_score) + 4}">${top_score}</text><text x="2" y="${HEIGHT - 16}">0</text>` +
    `<line id="cursor" y1="0" y2="${HEIGHT - 20}" stroke="var(--accent)"/>` +
    `${lines.join("")}${rings.join("")}${endLabels().join("")}</svg>`;
  const svg = byId("chart").firstChild;
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    show(Math.round(((x - MARGIN) / (WIDTH - 2 * MARGIN)) * plies));
  });
}

byId("slider").max = plies;
byId("claims").replaceChildren(...claims.map((one) => Object.assign(make("option"), { value: one })));
byId("moves").replaceChildren(...data.moves.map((move, i) => {
  const item = moveItem(data.seats[i], move);
  item.classList.add("step");
  item.addEventListener("click", () => show(i + 1));
  return item;
}));
byId("faults").replaceChildren(...data.faults.map((fault) => {
  const kind = fault.kind.replace("_", " ");
  const node = make("button", `fault at ply ${fault.ply}: seat ${fault.seat}, ${kind}`, "fault");
  node.addEventListener("click", () => show(fault.ply));
  return node;
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

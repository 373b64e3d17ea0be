/** When each rank of a pipeline runs which micro-batch, and how many it holds. */

import { draw, field, make, set } from "../kit/elements.js";
import { Frame } from "../kit/frame.js";

/** @import { Data } from "../kit/start.js" */

/** @typedef {{kind: "F" | "B", piece: number, start: number, end: number}} Pass of a micro-batch, forward or backward */
/** @typedef {{ranks: number, number: number, schedule: string}} State */

const SCHEDULES = ["GPipe", "1F1B"];
const [RANKS, NUMBER] = [8, 16]; // at most

/** Forward passes until so many are ahead, then backward ones in turn. @param {number} number @param {number} ahead */
function order(number, ahead) {
  const all = Array.from({ length: ahead }, (_, piece) => ({ kind: "F", piece }));
  for (let piece = 0; piece < number; piece++) {
    all.push({ kind: "B", piece });
    if (ahead + piece < number) all.push({ kind: "F", piece: ahead + piece });
  }
  return all;
}

/** What each rank runs when; a backward pass takes two. @param {State} state @returns {Pass[][]} */
export function timetable({ ranks, number, schedule }) {
  const ahead = (/** @type {number} */ rank) => (schedule === "GPipe" ? number : Math.min(ranks - rank, number));
  const orders = Array.from({ length: ranks }, (_, rank) => order(number, ahead(rank)));
  /** @type {Pass[][]} */
  const passes = orders.map(() => []);
  /** @type {Record<string, number>} */
  const ends = {};
  while (orders.some((left) => left.length))
    orders.forEach((left, rank) => {
      for (; left.length; left.shift()) {
        const { kind, piece } = left[0];
        const neighbour = kind === "F" ? rank - 1 : rank + 1; // it sends the input
        const ready = ends[[kind, piece, neighbour].join()];
        if (ready === undefined && neighbour >= 0 && neighbour < ranks) return;
        const start = Math.max(passes[rank].at(-1)?.end ?? 0, ready ?? 0);
        const end = start + (kind === "F" ? 1 : 2);
        ends[[kind, piece, rank].join()] = end;
        passes[rank].push(/** @type {Pass} */ ({ kind, piece, start, end }));
      }
    });
  return passes;
}

/** How long all takes, how much of it a rank waits, and how many it holds at most. @param {State} state */
export function counted(state) {
  const table = timetable(state);
  const long = Math.max(...table.map((passes) => passes[passes.length - 1].end));
  const held = table.map((passes) => Math.max(...holds(passes).map(({ now }) => now)));
  return { long, idle: long - 3 * state.number, held };
}

/** How many a rank holds after each pass has begun, or a backward one has ended. @param {Pass[]} passes */
function holds(passes) {
  let now = 0;
  return passes.map(({ kind, start, end }) => ({ at: kind === "F" ? start : end, now: (now += kind === "F" ? 1 : -1) }));
}

/** A schedule as it was printed: its name, ranks, micro-batches, length, idle time, and what is held. @param {string[]} line */
export function printed([schedule, ranks, , number, , long, , idle, , , ...held]) {
  const numbers = { long: Number(long), idle: Number(idle), held: held.map(Number) };
  return { state: { schedule, ranks: Number(ranks), number: Number(number) }, numbers };
}

/** A number of what has an "s", or more, in the plural. @param {number} count @param {string} one @param {string} [more] */
const some = (count, one, more = "s") => `${count} ${one}${count === 1 ? "" : more}`;

/** @param {HTMLElement} root @param {string} home @param {Data} data what was printed: a line for each schedule */
export function pipeline(root, home, { blocks: [lines], opens, from }) {
  const first = printed(lines.find((/** @type {string[]} */ [name]) => name === opens)).state;
  const slider = (/** @type {"ranks" | "number"} */ name, /** @type {number} */ max) => {
    const input = make("input", { id: `drag-${name}`, type: "range", min: "1", max: String(max), step: "1", value: String(first[name]) });
    input.addEventListener("input", () => frame.change({ ...frame.state, [name]: Number(input.value) }, true));
    return input;
  };
  const ranks = slider("ranks", RANKS);
  const number = slider("number", NUMBER);
  const schedule = make("select", { id: "drag-schedule" }, ...SCHEDULES.map((name) => make("option", { value: name, textContent: name })));
  schedule.addEventListener("input", () => frame.change({ ...frame.state, schedule: schedule.value }));
  const lanes = make("div", { className: "lanes", ariaHidden: "true" });
  const names = [["forward", "forward"], ["backward", "backward"], ["holds", "held"]].map(([kind, text]) =>
    make("span", {}, make("i", { className: kind }), ` ${text}`));

  /** @type {Frame<State>} */
  const frame = new Frame(root, home, {
    label: "Schedules of a pipeline", first, from,
    says(state) {
      const { long, idle, held } = counted(state);
      const most = new Set(held).size === 1 ? `${held[0]} each` : held.join(", ");
      return `${some(state.ranks, "rank")}, ${some(state.number, "micro-batch", "es")}, ${state.schedule}: each rank waits ${Math.round((100 * idle) / long)} % of the time. Held at most: ${most}.`;
    },
    put(state, follows) {
      if (!follows) [ranks.value, number.value] = [String(state.ranks), String(state.number)];
      schedule.value = state.schedule;
      set(ranks, { "aria-valuetext": some(state.ranks, "rank") });
      set(number, { "aria-valuetext": some(state.number, "micro-batch", "es") });
      const { long, held } = counted(state);
      lanes.replaceChildren(...timetable(state).map((passes, rank) => {
        const cells = passes.map(({ kind, piece, start, end }) => {
          const cell = make("span", { className: kind === "F" ? "forward" : "backward" }, make("span", { textContent: String(piece) }));
          cell.style.left = `${(100 * start) / long}%`;
          cell.style.width = `${(100 * (end - start)) / long}%`;
          return cell;
        });
        let line = "M0 0";
        for (const { at, now } of holds(passes)) line += `H${at}V${now}`;
        const area = draw("svg", { class: "holds", viewBox: `0 0 ${long} ${state.number}`, preserveAspectRatio: "none" },
          draw("path", { d: line, transform: `matrix(1 0 0 -1 0 ${state.number})` }));
        return make("div", { className: "lane" }, make("span", { textContent: `rank ${rank}` }),
          make("div", { className: "track" }, make("div", { className: "passes" }, ...cells), area),
          make("b", { textContent: String(held[rank]) }));
      }));
    },
  });
  frame.begin([
    make("div", { className: "controls" }, field(ranks, "Ranks"), field(number, "Micro-batches"), field(schedule, "Order")),
  ], [make("p", { className: "title lane-names" }, ...names), lanes]);
}

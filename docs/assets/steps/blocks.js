/** Sequences in slots, and the blocks of a pool that hold their tokens, step by step. */

import { make, write } from "../kit/elements.js";
import { chip, of, stepped } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/**
 * What is there after a step: the names in the slots, of each block whose it is and how many
 * of its slots are full, and how many blocks were copied so far.
 * @typedef {{slots: string[], blocks: {owners: string, full: number}[], copies: number}} Step
 */

/** A line that was printed. @param {string[]} line @returns {Step} */
export function parsed(line) {
  const [first, second] = [line.indexOf("|"), line.lastIndexOf("|")];
  const name = (/** @type {string} */ each) => (each === "." ? "" : each);
  return {
    slots: line.slice(0, first).map(name),
    blocks: line.slice(first + 1, second).map(name).map((each) => ({ owners: each.slice(0, -1), full: Number(each.slice(-1)) })),
    copies: Number(line[second + 1]),
  };
}

/** The blocks of each sequence in the order of its tokens, after each step. @param {Step[]} steps */
export function tables(steps) {
  /** @type {Record<string, number[]>} */
  let before = {};
  return steps.map(({ slots, blocks }) => {
    before = Object.fromEntries(slots.filter(Boolean).map((name) => {
      const has = blocks.flatMap(({ owners }, block) => (owners.includes(name) ? [block] : []));
      const added = has.filter((block) => !before[name]?.includes(block));
      // A copy has the place of the block that was copied.
      const kept = (before[name] ?? []).map((block) => (has.includes(block) ? block : Number(added.shift())));
      return [name, [...kept, ...added]];
    }));
    return before;
  });
}

/** What happened in a step. @param {Step} now @param {Step} [before] */
export function event(now, before) {
  const came = now.slots.find((name) => name && !before?.slots.includes(name));
  const ended = before?.slots.find((name) => name && !now.slots.includes(name));
  const shared = now.blocks.find(({ owners }) => came && owners.length > 1 && owners.includes(came));
  if (ended) return `${ended} has all its words. Its blocks are free, and ${came} takes its slot.`;
  if (came && shared) return `${came} begins like ${shared.owners.replace(came, "")}, so it shares its blocks.`;
  if (came) return `${came} reads its prompt.`;
  if (before && now.copies > before.copies) {
    const at = now.blocks.findIndex(({ owners }, block) => before.blocks[block].owners.length > owners.length);
    const [had, have] = [before, now].map(({ blocks }) => blocks[at].owners);
    return `${had.replace(have, "")} first copies block ${at}, which ${have} has as well. Then each writes a word.`;
  }
  return "Each writes a word.";
}

/** How many blocks are used, and tokens in them. @param {Step} step */
export function counts({ blocks }) {
  const used = blocks.filter(({ full }) => full);
  return { used: used.length, tokens: used.reduce((sum, { full }) => sum + full, 0) };
}

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function blocks(root, home, { blocks: [lines], from }) {
  const steps = lines.map(parsed);
  const all = tables(steps);
  const pool = steps[0].blocks.map((_, block) => {
    const cells = Array.from({ length: 4 }, () => make("span", { className: "cell" }));
    return { cells, element: make("span", { className: "block" }, `${block}`, of(make("span", { className: "strip" }, ...cells), "context")) };
  });
  const rows = steps[0].slots.map((_, slot) => {
    const [name, table] = [chip(""), make("span")];
    return { name, table, element: make("span", { className: "slot" }, `slot ${slot}`, name, table) };
  });
  const stage = make("div", { className: "paged" },
    make("div", { className: "slots" }, ...rows.map(({ element }) => element)),
    make("div", { className: "pool" }, ...pool.map(({ element }) => element)));
  stage.ariaHidden = "true"; // its sentence says it

  stepped(root, home, [stage], {
    label: "Sequences and their blocks", steps: "Steps", first: 0, last: steps.length - 1, opens: 3, from,
    name: (step) => `step ${step}`,
    says(step) {
      const { used, tokens } = counts(steps[step]);
      return `${event(steps[step], steps[step - 1])} The pool has ${tokens} tokens in ${used} blocks, and ${4 * used - tokens} of their slots are empty.`;
    },
    show(step) {
      rows.forEach(({ name, table }, slot) => {
        const who = steps[step].slots[slot];
        write(name, who || "\u00a0");
        write(table, who ? `in ${all[step][who].join(", ")}` : "idle");
      });
      pool.forEach(({ cells, element }, block) => {
        const { owners, full } = steps[step].blocks[block];
        element.dataset.owners = owners;
        cells.forEach((cell, place) => {
          write(cell, place < full ? owners : "\u00a0");
          cell.classList.toggle("full", place < full);
        });
      });
    },
  });
}

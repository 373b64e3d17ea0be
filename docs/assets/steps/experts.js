/** Tokens on their way to the experts with the largest scores: one, two, … of them. */

import { softmax } from "../kit/numbers.js";
import { draw, make, set, write } from "../kit/elements.js";
import { chip, numbers, stepped, strength, written } from "./kit.js";

/** @import { Data } from "../kit/start.js" */
/** @import { Lines } from "./kit.js" */

/** The chosen experts of a token, best first, and their weights. @param {number[]} scores @param {number} k */
export function route(scores, k) {
  const chosen = scores.map((_, expert) => expert).sort((a, b) => scores[b] - scores[a]).slice(0, k);
  return { chosen, weights: softmax(chosen.map((expert) => scores[expert])) };
}

/** "a", "a and b", "a, b and c". @param {(string | number)[]} parts */
const listed = (parts) => [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((each) => each !== "").join(" and ");

/** @param {HTMLElement} root @param {string} home @param {Data<[Lines]>} data */
export function experts(root, home, { blocks: [rows], from }) {
  const words = rows.map(([word]) => word);
  const scores = rows.map((line) => numbers(line).map(Number));
  const many = scores[0].length;
  const asked = 1; // the word that the sentence is about
  const svg = draw("svg", { viewBox: `0 0 ${words.length * many} 10`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const lines = words.map((_, token) => scores[token].map((_, expert) => draw("path", {
    d: `M${(token + 0.5) * many} 0L${(expert + 0.5) * words.length} 10`, "vector-effect": "non-scaling-stroke",
  })));
  svg.append(...lines.flat());
  const loads = scores[0].map(() => make("b", { className: "big" }));
  const chips = scores[0].map((_, expert) => chip(`expert ${expert}`, "context"));
  const row = (/** @type {Node[]} */ ...parts) => make("div", { className: "abreast" }, ...parts);
  const below = row(...chips.map((each, expert) => make("span", {}, each, make("span", { className: "told" }, loads[expert], "tokens"))));
  const above = row(...words.map((word) => chip(word)));
  below.ariaHidden = "true";

  /** @param {number} k */
  const counts = (k) => scores[0].map((_, expert) => scores.filter((each) => route(each, k).chosen.includes(expert)).length);
  stepped(root, home, [above, svg, below], {
    label: "Tokens on their way to experts", steps: "Experts for each token", first: 1, last: many, opens: 2, from, computes: true,
    name: (k) => `k = ${k}`,
    says(k) {
      const { chosen, weights } = route(scores[asked], k);
      const to = `${k === 1 ? "expert" : "experts"} ${listed(chosen)}, with ${k === 1 ? "weight" : "weights"} ${listed(weights.map((each) => written(each)))}`;
      return `k = ${k}: ${words[asked].toLowerCase()} goes to ${to}. The experts get ${listed(counts(k))} tokens.`;
    },
    show(k) {
      lines.forEach((each, token) => {
        const { chosen, weights } = route(scores[token], k);
        each.forEach((line, expert) => {
          const at = chosen.indexOf(expert);
          set(line, { opacity: at < 0 ? "0" : (0.15 + 0.85 * weights[at]).toFixed(3) });
        });
      });
      counts(k).forEach((count, expert) => {
        write(loads[expert], String(count));
        strength(chips[expert], count / words.length);
      });
    },
  });
}

/** The present state as Python that runs alone. */

/** @import { Matrix, State } from "./road.js" */

/** A word that a comment may hold: without signs that are no letters. @param {string} word */
const plain = (word) => word.replace(/\p{C}/gu, "\ufffd");

/** A float, though it may be whole. @param {number} value */
const float = (value) => (Number.isInteger(value) ? `${value}.0` : `${value}`);

/** @param {Matrix} matrix @param {string} indent @param {string[]} [comments] */
function rows(matrix, indent, comments) {
  return matrix.map((row, place) =>
    `${indent}[${row.map(float).join(", ")}],${comments ? `  # ${plain(comments[place])}` : ""}\n`).join("");
}

/** @param {string} name @param {Matrix[]} heads */
function weights(name, heads) {
  if (heads.length === 1) return `${name} = torch.tensor([\n${rows(heads[0], "    ")}])\n`;
  const all = heads.map((matrix) => `    [\n${rows(matrix, "        ")}    ],\n`).join("");
  return `${name} = torch.tensor([\n${all}])\n`;
}

/** @param {State} state @param {Matrix} places */
export function python(state, places) {
  const { words, width, temperature } = state;
  const heads = state.queries.length;
  const [one, square] = [`(${words.length}, ${width})`, `(${words.length}, ${words.length})`];
  /** @param {string} shape */
  const shape = (shape) => (heads > 1 ? `(${heads}, ${shape.slice(1)}` : shape);
  const by = [state.scaling && `${width}**0.5`, temperature !== 1 && float(temperature)].filter(Boolean);
  const lines = [
    "import torch\n\n",
    `words = [${words.map((word) => JSON.stringify(word)).join(", ")}]\n`,
    `X = torch.tensor([\n${rows(state.embeddings, "    ", words)}])\n`,
    state.positions &&
      `X = X + torch.tensor([  # each word's place\n${rows(places.slice(0, words.length), "    ")}])\n`,
    `\n# ${heads > 1 ? "A matrix a head, s" : "S"}tored as nn.Linear does: Q is X times the transpose.\n`,
    weights("W_Q", state.queries),
    weights("W_K", state.keys),
    weights("W_V", state.values),
    `\nQ, K, V = X @ W_Q.mT, X @ W_K.mT, X @ W_V.mT  # ${shape(one)}\n`,
    `scores = Q @ K.mT  # ${shape(square)}\n`,
    `scaled = ${["scores", ...by].join(" / ")}${by.length ? "" : "  # not scaled"}\n`,
    state.causal
      ? `later = torch.ones(${words.length}, ${words.length}, dtype=torch.bool).triu(1)\n`
        + "masked = scaled.masked_fill(later, -torch.inf)\n"
      : "masked = scaled  # nothing is hidden\n",
    "weights = torch.softmax(masked, dim=-1)\n",
    heads > 1
      ? `Z = torch.cat(tuple(weights @ V), dim=-1)  # heads side by side\n`
      : `Z = weights @ V  # ${one}\n`,
    "print(Z)\n",
  ];
  return lines.filter(Boolean).join("");
}

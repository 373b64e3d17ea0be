/** What a Hindi sentence says, part by part, so that mistakes can be named and counted. */

/**
 * The grammar, from the package; words stand in the order of their ids.
 * @typedef {object} Grammar
 * @property {string[]} english
 * @property {string[]} hindi
 * @property {string[]} latin the Hindi words in Latin letters
 * @property {string[]} gloss the Hindi words in English
 * @property {Record<string, [string, string, string]>} verbs by Hindi form: the verb in
 *   English, the gender of its subject, and the number where the ending shows it
 * @property {[string, string[], string][]} nouns gender, singular and plural, and the verb
 *   that they are kept apart from
 * @property {[string, number[]][]} held the 160 sentences held out: English, ids in Hindi
 * @property {[string, number[]][]} learned the 800 for training
 */

/** @typedef {{subject: string, object: string, not: string, verb: string, gender: string, number: string}} Parts */

/**
 * The same as `phrase_parts` of the package: what is missing is an empty string.
 * @param {number[]} ids
 * @param {Grammar} grammar
 * @returns {Parts}
 */
export function phraseParts(ids, { hindi, gloss, verbs }) {
  const forms = ids.map((id) => verbs[hindi[id]]).filter(Boolean);
  const [verb, gender] = forms[0] ?? ["", ""];
  /** @type {Record<string, string>} */
  const auxiliaries = { is: "one", are: "several" };
  const shown = [...ids.map((id) => auxiliaries[gloss[id]]), ...forms.map(([, , each]) => each)];
  const numbers = new Set(shown.filter(Boolean));
  if (forms.length && !numbers.size) numbers.add("one");
  const not = ids.find((id) => gloss[id] === "not");
  return {
    subject: hindi[ids[0]] ?? "",
    object: hindi[ids[1]] ?? "",
    not: not === undefined ? "" : hindi[not],
    verb,
    gender,
    number: numbers.size === 1 ? [...numbers][0] : "",
  };
}

/** The parts in which two sentences differ. @param {number[]} written @param {number[]} right @param {Grammar} grammar */
export function wrongParts(written, right, grammar) {
  const expected = phraseParts(right, grammar);
  const found = phraseParts(written, grammar);
  const names = /** @type {(keyof Parts)[]} */ (Object.keys(expected));
  return names.filter((name) => found[name] !== expected[name]);
}

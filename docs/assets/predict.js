/* "Predict, then check": asks for a number before its code and output show.

   A block <div class="predict"> holds a question, code, and an output whose first line is
   `answer: 0.7070`; each further line is a wrong answer that we know, `diagnosis: 0.2100`.
   All numbers are read from that output, which was executed; none is kept here.
   Without this script the block simply shows everything. */
(() => {
  "use strict";

  const LINE = /^(.+):\s*([-+]?\d*\.?\d+(?:e[-+]?\d+)?)\s*$/i;

  /** A reader's number: decimal point or comma, any minus sign; null if it is none. */
  function read(text) {
    const plain = text.trim().replace(/[\u2212\u2013]/g, "-").replace(",", ".");
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? plain : null;
  }

  const decimals = (number) => (/\.(\d*)/.exec(number) || ["", ""])[1].length;

  /** Equal within one unit of the last printed digit; whole numbers exactly. */
  function agrees(given, printed) {
    const places = decimals(printed);
    // A hair of slack: 0.3 - 0.2 is not 0.1 in binary.
    const slack = places ? 1.0001 * 10 ** -places : 0;
    return Math.abs(given - printed) <= slack;
  }

  /** What to say to `text`, and whether it is right; known[0] is the answer. */
  function judge(text, known) {
    const [answer, ...mistakes] = known;
    const places = decimals(answer.number);
    if (!text.trim()) return ["unread", "Type a number first."];
    const given = read(text);
    if (given === null) {
      const shown = text.trim().slice(0, 30);
      return ["unread", `\u201c${shown}\u201d is not a number. Type one such as -0.25.`];
    }
    if (agrees(given, answer.number)) return ["right", `Yes: ${answer.number}.`];
    const mistake = mistakes.find(({ number }) => agrees(given, number));
    if (mistake) return ["wrong", `Not quite. Your number: ${mistake.name}.`];
    const fewer = decimals(given);
    if (fewer && fewer < places && (+answer.number).toFixed(fewer) === (+given).toFixed(fewer))
      return ["close", `Right so far. Now with ${places} decimals.`];
    return ["wrong", "No, and it is none of the usual slips. Try again, or see how it is computed."];
  }

  function make(tag, properties, ...children) {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  }

  function prepare(block, index) {
    const blocks = [...block.querySelectorAll(":scope > .highlight")];
    const printed = blocks.map((each) => each.querySelector("code")?.textContent || "");
    const output = printed.find((text) => /^answer:/.test(text)) || "";
    const known = output.split("\n").map((line) => LINE.exec(line)).filter(Boolean)
      .map(([, name, number]) => ({ name, number }));
    const question = block.querySelector(":scope > p");
    if (!known.length || !question) {
      block.dataset.open = ""; // nothing to ask: show everything
      return;
    }

    const id = `predict-${index}`;
    question.id ||= `${id}-question`;
    const label = make("label", { htmlFor: id }, "Your answer");
    const input = make("input", { id, type: "text", inputMode: "text", autocomplete: "off" });
    input.spellcheck = false;
    const check = make("button", { type: "submit" }, "Check");
    const show = make("button", { type: "button" });
    for (const button of [check, show]) button.setAttribute("aria-describedby", question.id);
    const verdict = make("output", { id: `${id}-verdict` });
    verdict.setAttribute("aria-live", "polite");
    verdict.htmlFor = id;
    input.setAttribute("aria-describedby", `${question.id} ${verdict.id}`);
    const form = make("form", { noValidate: true },
      make("div", { className: "ask" }, label, input, check, show),
      verdict);

    function open(yes) {
      block.toggleAttribute("data-open", yes);
      show.textContent = yes ? "Hide the answer" : "Show the answer";
      show.setAttribute("aria-expanded", yes);
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const [kind, words] = judge(input.value, known);
      verdict.dataset.verdict = kind;
      verdict.textContent = words;
      input.setAttribute("aria-invalid", kind === "unread");
      if (kind === "right") open(true);
    });
    show.addEventListener("click", () => open(!block.hasAttribute("data-open")));

    // A link to the code inside shows it.
    const target = location.hash && document.getElementById(location.hash.slice(1));
    open(Boolean(target && block.contains(target)));
    question.after(form);
    block.dataset.ready = "";
  }

  document.querySelectorAll(".predict").forEach(prepare);
})();

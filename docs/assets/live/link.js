/** A sentence and the heads that are cut, in the address: who opens a link sees the same. */

import { keysOf } from "./attention.js";
import { button, make, write } from "../kit/elements.js";

/** @import { Layer } from "./heads.js" */

/** As the part of an address from the hash on. @param {Layer[]} layers @param {string} text @param {Set<string>} cut */
export function encode(layers, text, cut) {
  const gone = layers.flatMap(({ path, name, heads }) =>
    keysOf(path, heads).flatMap((key, head) => (cut.has(key) ? `${name}${head}` : [])));
  return `#${new URLSearchParams({ english: text, ...(gone.length && { cut: gone.join(" ") }) })}`;
}

/** What an address says; nothing if it has no sentence. @param {Layer[]} layers @param {string} hash */
export function decode(layers, hash) {
  const given = new URLSearchParams(hash.slice(1));
  const text = given.get("english");
  if (text === null) return undefined;
  const gone = new Set(given.get("cut")?.split(" "));
  const cut = layers.flatMap(({ path, name, heads }) =>
    keysOf(path, heads).filter((_, head) => gone.has(`${name}${head}`)));
  return { text, cut: new Set(cut) };
}

/** Keeps the address as the figure is, and copies it. */
export class Link {
  /** @param {() => string} present the hash of what is shown @param {(hash: string) => void} arrive */
  constructor(present, arrive) {
    this.present = present;
    this.hash = present();
    this.said = make("span", { role: "status" });
    this.button = button("Copy link", () => this.copy());
    // Of the event, since by now the address may be that of the state before.
    addEventListener("hashchange", ({ newURL }) => arrive(new URL(newURL).hash));
  }

  /** After each change. */
  keep() {
    const now = this.present();
    if (now === this.hash) return;
    this.hash = now;
    write(this.said, "");
    history.replaceState(null, "", now);
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(new URL(this.present(), location.href).href);
      write(this.said, "Copied.");
    } catch {
      history.replaceState(null, "", this.present());
      write(this.said, "Copy it from the address bar.");
    }
  }
}

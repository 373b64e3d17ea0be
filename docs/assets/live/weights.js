/** Brings a trained model, which comes as a script: from the file system nothing else may be loaded. */

import { readSafetensors } from "./engine.js";
import { make } from "../kit/elements.js";

/** @import { Tensors } from "./engine.js" */

/**
 * The weights of a model, and what belongs to it.
 * @param {string} name
 * @param {string} home address of the script of the figures
 * @returns {Promise<{tensors: Tensors, data: any}>}
 */
export function model(name, home) {
  return new Promise((resolve, reject) => {
    const script = make("script", { src: new URL(`live/made/${name}.js`, home).href });
    script.addEventListener("load", () => {
      const { weights, courseData } = /** @type {any} */ (globalThis);
      const bytes = Uint8Array.from(atob(weights[name]), (letter) => letter.charCodeAt(0));
      resolve({ tensors: readSafetensors(bytes.buffer), data: courseData[name] });
    });
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

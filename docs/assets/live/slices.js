/** Long work in short tasks, and steps that a reader can follow. */

const SLICE = 12; // milliseconds of work before the page may answer its reader
const STEP = 600; // milliseconds between two words

/** Whether the reader asked for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Runs one work at a time: what begins ends what was under way. */
export class Slices {
  constructor() {
    this.turn = 0;
  }

  /**
   * @param {number} count
   * @param {(place: number) => void} work
   * @param {(done: number) => void} pause after each slice; at the end, all are done
   */
  run(count, work, pause) {
    const mine = ++this.turn;
    let place = 0;
    const some = () => {
      if (mine !== this.turn) return;
      const until = performance.now() + SLICE;
      while (place < count && performance.now() < until) work(place++);
      pause(place);
      if (place < count) setTimeout(some);
    };
    setTimeout(some);
  }
}

/** Shows one step after another; all at once to who asked for less motion. */
export class Steps {
  constructor() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.frame = 0;
  }

  /**
   * @param {number} count @param {(step: number) => void} show called with 1, 2, … count
   * @param {boolean} [long] whether all at once would be a long task: then in short ones
   */
  play(count, show, long = false) {
    this.stop();
    /** @param {number} step */
    const next = (step) => {
      show(step);
      if (step >= count) return;
      if (!still()) this.waiting = setTimeout(next, STEP, step + 1);
      // Behind a frame: it draws what one step changed, not what several did.
      else this.frame = requestAnimationFrame(() => { this.waiting = setTimeout(next, 0, step + 1); });
    };
    next(still() && !long ? count : Math.min(1, count));
  }

  stop() {
    clearTimeout(this.waiting);
    cancelAnimationFrame(this.frame);
  }
}

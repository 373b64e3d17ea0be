/** Starts the figures that a reader steps through. */

import { start } from "../live/start.js";
import { codes } from "./codes.js";
import { experts } from "./experts.js";
import { grouped } from "./grouped.js";
import { kvCache } from "./kv-cache.js";
import { latent } from "./latent.js";
import { onePass } from "./one-pass.js";
import { split } from "./split.js";
import { state } from "./state.js";
import { tiles } from "./tiles.js";

start(
  { codes, experts, grouped, "kv-cache": kvCache, latent, "one-pass": onePass, split, state, tiles },
  ["steps.css"],
);

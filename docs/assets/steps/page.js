/** Starts the figures of Part 7 that a reader steps through. */

import { start } from "../kit/start.js";
import { grouped } from "./grouped.js";
import { kvCache } from "./kv-cache.js";
import { latent } from "./latent.js";
import { onePass } from "./one-pass.js";
import { tiles } from "./tiles.js";

start({ grouped, "kv-cache": kvCache, latent, "one-pass": onePass, tiles }, ["figures.css", "steps.css"]);

/** Starts the figures in which a translator runs. */

import { start } from "../kit/start.js";
import { apart } from "./translator.js";

start({ translate: apart, translator: apart }, ["figures.css", "live.css"]);

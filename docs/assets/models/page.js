/** Starts the figures of the gallery of models. */

import { start } from "../kit/start.js";
import { sideBySide } from "./side-by-side.js";

start({ "side-by-side": sideBySide }, ["figures.css", "models.css"]);

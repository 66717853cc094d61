// Setting the table up: each part of the page is a module of its own.

import "./rules.js";
import "./camera.js";
import "./learning.js";
import "./panel_test.js";
import "./health.js";
import "./films.js";
import "./settings.js";
import "./keeping.js";
import "./updates.js";

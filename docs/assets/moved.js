/* On a page that only says where another one went: goes there, to the same section,
 * or to where that section went. */
const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
const own = section?.querySelector("a");
location.replace(own?.href ?? document.querySelector("a").href + location.hash);

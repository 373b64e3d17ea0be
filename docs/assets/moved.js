/* On a page that only says where another one went: goes there, to the same section. */
location.replace(document.querySelector("a").href + location.hash);

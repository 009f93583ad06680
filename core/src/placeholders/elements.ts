/** Formatting may run through the middle of a name; any other element ends its text. */
export const INLINE: ReadonlySet<string> = new Set(
  (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong " +
    "sub sup tt u var wbr"
  ).split(" "),
);

/** Lines of an email. A table's cells aren't among them, because a row without one of its cells shifts. */
export const LINES: ReadonlySet<string> = new Set("p div li h1 h2 h3 h4 h5 h6 blockquote".split(" "));

export const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);

const NAMED: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    euro: "€",
    ndash: "–",
    mdash: "—",
  }),
  ...Object.entries({
    lsquo: "‘",
    rsquo: "’",
    sbquo: "‚",
    ldquo: "“",
    rdquo: "”",
    bdquo: "„",
    hellip: "…",
  }),
  ...Object.entries({
    OElig: "Œ",
    oelig: "œ",
    Scaron: "Š",
    scaron: "š",
    Yuml: "Ÿ",
    bull: "•",
    trade: "™",
  }),
  // Written inside placeholders.
  ...Object.entries({ lcub: "{", lbrace: "{", rcub: "}", rbrace: "}", verbar: "|", vert: "|" }),
  ...Object.entries({
    ensp: "\u2002",
    emsp: "\u2003",
    thinsp: "\u2009",
    zwnj: "\u200c",
    zwj: "\u200d",
  }),
  // From U+00A0 on.
  ...(
    "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
    "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
    "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
  )
    .split(" ")
    .map((name, at) => [name, String.fromCharCode(0xa0 + at)] as const),
]);

/** As in `&zcaron;` and `&odblac;`. */
const MARKS = new Map(
  Object.entries({
    caron: 0x30c,
    acute: 0x301,
    cedil: 0x327,
    ogon: 0x328,
    dot: 0x307,
    macr: 0x304,
  }).concat(Object.entries({ breve: 0x306, circ: 0x302, dblac: 0x30b, uml: 0x308, ring: 0x30a })),
);
const STROKES = new Map(
  Object.entries({ lstrok: "ł", Lstrok: "Ł", dstrok: "đ", Dstrok: "Đ", imath: "ı", inodot: "ı" }),
);

/** The character that HTML names so, as in `&amp;`; names are read as they are written. */
export function namedCharacter(name: string): string | undefined {
  return NAMED.get(name) ?? markedLetter(name);
}

/** The letter with a mark that a name such as `zcaron` means. */
function markedLetter(name: string): string | undefined {
  const mark = MARKS.get(name.slice(1));
  const letter =
    mark === undefined ? "" : `${name[0]}${String.fromCharCode(mark)}`.normalize("NFC");
  return letter.length === 1 ? letter : STROKES.get(name);
}

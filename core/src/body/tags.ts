/** The elements that the editor writes. */
export const EDITOR_TAGS: readonly string[] = "p div br h1 h2 h3 strong em u s sub sup a ol ul li blockquote pre".split(
  " ",
);

/** The elements that a stored body can have: those of the editor, and those that only pasted HTML has. */
export const BODY_TAGS: readonly string[] = [
  ...EDITOR_TAGS,
  ..."hr code table thead tbody tfoot tr th td caption".split(" "),
];

/** Elements that become another one with the same meaning. */
export const RENAMED_TAGS: Readonly<Record<string, string>> = {
  i: "em",
  strike: "s",
  del: "s",
  ins: "u",
  h4: "h3",
  h5: "h3",
  h6: "h3",
};

/** The editor's classes for alignment and indentation. */
export const LAYOUT_CLASS = /^ql-(align-(center|right|justify)|indent-[1-8])$/;

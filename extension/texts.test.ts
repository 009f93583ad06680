import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
/** The words of a page's source, without its markup and line breaks. */
const words = (text: string) =>
  text
    .replaceAll('{" "}', " ")
    .replace(/<[^>]*>|^> ?/gm, "")
    .replace(/\s+/g, " ");
/** The part of a document under a heading. */
const under = (text: string, heading: string) =>
  text.slice(text.indexOf(heading) + heading.length).split(/\n#+ |<h2>/)[0] ?? "";

const guide = read("docs/extension.md");
const manifest = JSON.parse(read("extension/public/manifest.json"));
const TEXTS = {
  store: words(under(guide, "### The store's text")),
  page: words(under(read("web/src/features/get-extension/ExtensionPage.tsx"), "access</h2>")),
  privacy: words(
    under(read("web/src/features/privacy/PrivacyText.tsx"), "The browser extension</h2>"),
  ),
  terms: words(under(read("web/src/features/privacy/TermsText.tsx"), "What you may not send</h2>")),
};

/** What more than one text promises, and the words that all of them use for it. */
const PROMISES: [string, RegExp, (keyof typeof TEXTS)[]][] = [
  ["it asks for no site", /access to the sites you visit/, ["store", "page", "privacy"]],
  [
    "it reads a page only after a click there",
    /reads (or writes )?(a|another) page only when you click/,
    ["store", "page", "privacy"],
  ],
  ["it keeps the draft in memory", /memory/, ["store", "page", "privacy"]],
  ["a logout deletes it", /(you|until you send it,) log out/, ["store", "page", "privacy"]],
  ["another person deletes it", /someone else signs in/, ["store", "page", "privacy"]],
  [
    "the end of the browser deletes it",
    /the browser closes|you close the browser/,
    ["store", "page", "privacy"],
  ],
  [
    "a session that ends without a logout doesn't delete it",
    /session ends without a logout/,
    ["store", "page", "privacy"],
  ],
  [
    "only sticky values and templates are on disk",
    /only the values of sticky placeholders and (the order of your templates|which templates)/i,
    ["store", "page", "privacy"],
  ],
  [
    "it isn't for finding strangers",
    /isn't for finding (strangers|new people)/,
    ["store", "page", "terms"],
  ],
  ["whom it is for", /people who can expect an email from you/i, ["store", "page", "terms"]],
];

describe.each(PROMISES)("that %s", (_promise, says, texts) => {
  it.each(texts)("is in the text: %s", (name) => expect(TEXTS[name]).toMatch(says));
});

describe("the reasons for the permissions", () => {
  const rows = under(guide, "### Why each permission")
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| permission"));

  it("name every permission of the manifest, and no other", () => {
    const named = rows.flatMap((row) => /^\| `(\w+)`( \(optional\))? \|/.exec(row)?.[1] ?? []);
    expect(named.sort()).toEqual(
      [...manifest.permissions, ...manifest.optional_permissions].sort(),
    );
    const optional = rows.flatMap((row) => /^\| `(\w+)` \(optional\)/.exec(row)?.[1] ?? []);
    expect(optional).toEqual(manifest.optional_permissions);
  });

  it("name the one host, which is Sendwright's own", () => {
    expect(manifest.host_permissions).toEqual(["{page}/*"]);
    expect(rows.filter((row) => row.startsWith("| host permission"))).toHaveLength(1);
    expect(manifest).not.toHaveProperty("optional_host_permissions");
  });

  it("name the entries of the menu as people see them", () => {
    const titles = [...read("extension/src/worker/menus.ts").matchAll(/title: "(.+?)"/g)].map(
      ([, title = ""]) => title.replace("“%s”", "…"),
    );
    const row = rows.find((line) => line.includes("`contextMenus`")) ?? "";
    const named = [...row.matchAll(/"(.+?)"/g)].map(([, title]) => title);
    expect(titles.length).toBeGreaterThan(3);
    expect(named.sort()).toEqual(titles.sort());
  });
});

import { expect, test } from "vitest";
import { files, read } from "./repository.ts";

test("every rule that a comment cites is in docs/product.md: a bold name, or a section for all of its rules", () => {
  const names = [...read("docs/product.md").matchAll(/\*\*([^*]+)\*\*|^## (.+)$/gm)].map(
    ([, rule, section]) => (rule ?? section ?? "").toLowerCase(),
  );
  const cited = files
    .filter((path) => /\.(tsx?|mjs|css)$/.test(path))
    .flatMap((path) => {
      const text = read(path).replace(/\n\s*(?:\*|\/\/)\s*/g, " ");
      // "(rule: pace; decision 4)"
      return [...text.matchAll(/\(rule: ([a-z][^):<;]*)[;)]/gi)].map(([, rule]) => ({
        path,
        rule: rule?.toLowerCase(),
      }));
    });
  expect(cited.length).toBeGreaterThan(60);
  expect(
    cited.filter(({ rule }) => !names.includes(rule ?? "")),
    "Cite the rule by its bold name in docs/product.md, or add the rule there.",
  ).toEqual([]);
});

test("every file and folder of ours that README, CONTRIBUTING or docs name is there", () => {
  const folders = new Set(
    files.flatMap((path) => path.split("/").map((_, i, parts) => parts.slice(0, i).join("/"))),
  );
  const all = [...files, ...folders].map((path) => `/${path}`);
  const rooms = new Set([...folders].map((path) => path.slice(path.lastIndexOf("/") + 1)));
  const isOurs = (name: string) =>
    /\.(tsx?|mjs|md|rules)$/.test(name) || rooms.has(/^([\w-]+)\/./.exec(name)?.[1] ?? "nowhere");
  const isMade = (name: string) => /\/(dist\b|\.env)/.test(name);
  const named = files
    .filter((path) => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/`([\w@./-]+?)\/?`/g)].map(([, name = ""]) => ({ path, name })),
    )
    .filter(({ name }) => isOurs(name) && !isMade(name));
  expect(named.length).toBeGreaterThan(100);
  expect(
    named.filter(({ name }) => !all.some((one) => one.endsWith(`/${name}`))),
    "No such file or folder: name the one that there is now.",
  ).toEqual([]);
});

const DOCUMENTS = files.filter(
  (path) => /^([\w-]+\/)*[\w-]+\.md$/.test(path) && path !== "CHANGELOG.md",
);

test("every test that a document names by its short name is there", () => {
  const tests = new Set(
    files.map((path) => path.slice(path.lastIndexOf("/") + 1).replace(/\.tsx?$/, "")),
  );
  const named = DOCUMENTS.flatMap((path) =>
    [...read(path).matchAll(/`(\w+(?:\.extra|\.emulator)?\.(?:test|e2e))`/g)].map(
      ([, name = ""]) => ({ path, name }),
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter(({ name }) => !tests.has(name)),
    "No test file has this name: name the one that holds this now.",
  ).toEqual([]);
});

test("every script that a document, a comment or a message names is in package.json", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = files
    .filter((path) => DOCUMENTS.includes(path) || /\.(tsx?|mjs|yml)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/npm run (?:--silent )?([\w:-]+)(?! -w)\b/g)].map(
        ([, script = ""]) => ({
          path,
          script,
        }),
      ),
    );
  expect(named.length).toBeGreaterThan(60);
  expect(
    named.filter(({ script }) => !Object.hasOwn(scripts, script)),
    "package.json has no such script: name the one that there is now.",
  ).toEqual([]);
});

test("each fault of test/faults.md names a file, a function and a test that exist", () => {
  const row = /^\| (\d+) \| .+ \| `(.+?)` `(.+?)`: .+ \| `(.+?)` "(.+)" \|$/gm;
  const faults = [...read("test/faults.md").matchAll(row)];
  expect(faults.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 60 }, (_, i) => i + 1),
  );
  const holds = (path: string, text: string) => files.includes(path) && read(path).includes(text);
  const stale = faults.filter(
    ([, , source = "", name = "", tests = "", title = ""]) =>
      !holds(source, name) || !holds(tests, title),
  );
  expect(
    stale.map(([line]) => line),
    "The file, function or test has another name now: correct the line of test/faults.md, put the fault back into the code and check that the test fails.",
  ).toEqual([]);
});

/** The blocks of a document between fences, with the language of each. */
const blocksOf = (path: string) =>
  [...read(path).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].map(
    ([, language = "", text = ""]) => ({
      path,
      language,
      lines: text.split("\n"),
    }),
  );
const blocks = DOCUMENTS.flatMap(blocksOf);

test("no block of shell commands has a comment: a Mac's shell would take it for words of the command", () => {
  const commands = blocks.filter(({ language }) => language === "sh");
  expect(commands.length).toBeGreaterThan(20);
  const commented = commands.flatMap(({ path, lines }) =>
    lines.filter((line) => /(^|\s)#/.test(line)).map((line) => ({ path, line })),
  );
  expect(commented).toEqual([]);
});

test("every block that begins with a command is marked as one, in one way", () => {
  const command = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|git|gcloud|curl|sh|export|for|openssl) /;
  const unmarked = blocks.filter(
    ({ language, lines }) => language !== "sh" && lines.some((line) => command.test(line)),
  );
  expect(unmarked).toEqual([]);
});

test("the commands in docs name project and region in one way, as the variables that deploy.md sets", () => {
  const commands = DOCUMENTS.filter((path) => path.startsWith("docs/"))
    .flatMap((path) =>
      [...read(path).matchAll(/`[^`\n]*`/g)]
        .map(([text]) => text)
        .concat(blocksOf(path).flatMap(({ lines }) => lines))
        .map((text) => ({ path, text })),
    )
    .filter(({ text }) => /--(project|region|location)[ =]/.test(text));
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(({ text }) => /--(project|region|location)[ =][PR]\b/.test(text))).toEqual(
    [],
  );
});

test("the privacy page and docs/privacy.md name everything that the browser keeps", () => {
  /** The modules that keep something, and the words for it on the page and in the document. */
  const KEPT: Record<string, [page: string, document: string][]> = {
    "components/FormatFields/FormatFields.tsx": [
      ["how you like dates written", "how you like dates written"],
    ],
    "features/send/form/useEmailOfForm.ts": [["the template you last used", "the last template"]],
    "features/send/list/rememberedFeeds.ts": [["which columns of a list", "which columns"]],
    "lib/drafts.ts": [["unsent and unsaved work", "unsent work"]],
    "lib/remembered.ts": [
      ["sticky placeholders", "sticky values"],
      ["the tab in which you last sent", "the tab in which you last sent"],
    ],
    "lib/signedInMark.ts": [["whether you were signed in", "whether you were signed in"]],
    "lib/themeMode.ts": [["your theme", "the theme"]],
    "sending/attemptStorage.ts": [["a click on Send", "a click on Send"]],
    "sending/uploadPhase.ts": [["or its upload", "or its upload"]],
  };
  const keeping = files
    .filter((path) => /^web\/src\/.*\.tsx?$/.test(path) && !/[tT]est|lib\/storage\.ts/.test(path))
    .filter((path) =>
      /\b(?:writeStored|remember|(?:local|session)Storage\.setItem)\(/.test(read(path)),
    )
    .map((path) => path.replace("web/src/", ""));
  expect(keeping.sort(), "Say it in both texts and here.").toEqual(Object.keys(KEPT).sort());
  const page = read("web/src/features/privacy/PrivacyText.tsx").replace(/\s+/g, " ");
  const [, onPage = ""] = /<h2>Your browser<\/h2>(.*?)<h2>/.exec(page) ?? [];
  const [, inDocument = ""] = /\*\*The browser\*\*(.*)/.exec(read("docs/privacy.md")) ?? [];
  const words = Object.values(KEPT).flat();
  expect(words.filter(([text]) => !onPage.includes(text))).toEqual([]);
  expect(words.filter(([, text]) => !inDocument.includes(text))).toEqual([]);
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "../../../bench/row.ts";
import { vite } from "../../builds.ts";
import { emptyFolder, root } from "../../places.ts";
import { runStep } from "../../processes.ts";
import { type Loaded, loadedTwice, loadedWith } from "./chunks.ts";
import { librariesOf } from "./floor.ts";

const web = join(root, "web");
const folder = join(root, ".local", "bench", "app");

/** Builds a folder with the page's own configuration; returns where. */
async function build(name: string, from: string): Promise<string> {
  const out = join(folder, name);
  const options = [
    "--config",
    join(web, "vite.config.ts"),
    "--outDir",
    out,
    "--emptyOutDir",
    "--manifest",
    "--sourcemap",
  ];
  const log = join(folder, `${name}.log`);
  await runStep({
    name: `The build of ${name}`,
    command: process.execPath,
    args: [vite, "build", from, ...options],
    log,
  });
  return out;
}

/** What the libraries alone would be of what a page loads. */
async function librariesAlone(name: string, { modules }: Loaded): Promise<Loaded> {
  const sources = join(folder, `${name}-sources`);
  mkdirSync(sources, { recursive: true });
  writeFileSync(join(sources, "index.html"), '<!doctype html><script type="module" src="./main.ts"></script>');
  writeFileSync(join(sources, "main.ts"), librariesOf(modules));
  return loadedWith(await build(name, sources), ["index.html"]);
}

emptyFolder(folder);
const page = await build("page", web);
/** What a signed-in person's browser asks for before the first tab can be used, and what the editor adds. */
const tab = ["index.html", "src/lib/firebase.ts", "src/app/AppPage.tsx", "src/features/templates/TemplatesTab.tsx"];
const editor = [...tab, "src/features/templates/TemplateEditor.tsx", "src/components/RichTextEditor/BodyField.tsx"];

async function row(name: string, what: string, entries: readonly string[], note: string): Promise<Row> {
  const ours = loadedWith(page, entries);
  const floor = await librariesAlone(name, ours);
  const twice = loadedTwice(ours.modules);
  const said = twice.length === 0 ? "Nothing is loaded twice." : `Loaded twice: ${twice.join(", ")}.`;
  return {
    name,
    unit: "kB of script, gzip",
    floor: { what: "the parts of its libraries that it imports, alone, built the same way", measure: () => floor.size },
    ours: { what, measure: () => ours.size },
    reach: { atMost: 1.15 },
    rounds: 1,
    note: `${said} ${note}`,
  };
}

const TAB =
  "Before: 315 kB beside 243. The parser of lists, what reads placeholders (for the three templates of an empty list) and the fields of the settings came with the first tab, which needs none of them; their libraries have left the floor with them. react-is came in two versions, which an override in package.json ended. Above the floor is our own code, by its source 112 kB before gzip: session and calls 15, the frame and its theme 15, the contract 12, the landing page 11, what follows a send 10, the forms of both sends 13. To reach 1.15, 25 kB: the forms would have to come with their tabs, and what was not sent could be lost without a word until then.";
const EDITOR =
  "Above the floor are the chips for placeholders, conditions and what is pasted; an editor without them would be Quill.";

export const rows: Row[] = [
  await row("app-tab", "the application to its first usable tab", tab, TAB),
  await row("app-editor", "and to the open editor", editor, EDITOR),
];
emptyFolder(folder);

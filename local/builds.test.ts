import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import {
  type Build,
  makeUnlessUnchanged,
  pageEnvironment,
  settingsOf,
  sources,
  vite,
} from "./builds.ts";
import { root } from "./places.ts";
import { portsFor } from "./ports.ts";
import { runStep } from "./processes.ts";

/** Every file that is code of a part, but its tests. */
function modulesOf(part: string): string[] {
  const beside = readdirSync(join(root, part)).filter((name) => /\.(mjs|ts)$/.test(name));
  const within = readdirSync(join(root, part, "src"), { recursive: true, encoding: "utf8" });
  const code = within.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name));
  return [...beside, ...code.map((name) => join("src", name))].map((name) =>
    join(root, part, name),
  );
}

/** The files that a module imports by their place. */
function namedIn(path: string): string[] {
  const named = readFileSync(path, "utf8").matchAll(
    /(?:from|import|import\() ?"(\.{1,2}\/[^"]+)"/g,
  );
  return [...named].map(([, place = ""]) => join(path, "..", place));
}

it("looks for changes in every folder that a build reads", () => {
  const named = ["functions", "web", "extension"].flatMap(modulesOf).flatMap(namedIn);
  expect(named.length).toBeGreaterThan(1_000);
  expect(
    named.filter((path) => !sources.some((source) => path.startsWith(join(source, "/")))),
  ).toEqual([]);
});

it("looks for changes in every setting of a build, and in nothing else of the environment", () => {
  const settings = (shift: number, more: NodeJS.ProcessEnv = {}) =>
    settingsOf(["vite", "build"], { ...pageEnvironment(portsFor(shift), "extension"), ...more });
  const own = settings(0);
  expect(settings(0, { SHLVL: "7", npm_lifecycle_event: "start" })).toEqual(own);
  expect(settings(1000)).not.toEqual(own);
  expect(settings(0, { VITE_CONTACT_EMAIL: "who@example.org" })).not.toEqual(own);
  expect(settings(0, { NODE_ENV: "development" })).not.toEqual(own);
  expect(settings(0, { SENDWRIGHT_API: "https://api.example.org" })).not.toEqual(own);
  expect(
    settingsOf(["vite", "build", "--minify=false"], pageEnvironment(portsFor(0), "extension")),
  ).not.toEqual(own);
});

describe("making only what has changed", () => {
  let folder: string;
  let making: Build;
  let made: number;

  const at = (...path: string[]) => join(folder, ...path);

  function write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Two files, of the sources and the settings; the second is written last. */
  async function build(): Promise<void> {
    made += 1;
    const sources = readFileSync(at("src", "deep", "a.ts"), "utf8");
    write(at("dist", "first"), `${sources} with ${making.settings}`);
    write(at("dist.zip"), sources);
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "unchanged-"));
    write(at("src", "deep", "a.ts"), "one");
    write(at("src", "b.ts"), "two");
    write(at("lock"), "1.0.0");
    made = 0;
    const reads = [at("src"), at("lock"), at("not there")];
    making = {
      settings: ["port=5000"],
      reads,
      writes: [at("dist"), at("dist.zip")],
      mark: at("marks", "page"),
    };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("makes missing results, and doesn't repeat unchanged ones", async () => {
    await makeUnlessUnchanged(making, build);
    await makeUnlessUnchanged(making, build);
    await makeUnlessUnchanged({ ...making }, build);
    expect(made).toBe(1);
  });

  it.each<[what: string, change: () => unknown]>([
    ["a source was changed", () => appendFileSync(at("src", "deep", "a.ts"), " more")],
    ["a source was changed to text of the same length", () => write(at("src", "b.ts"), "tow")],
    ["a source was added", () => write(at("src", "deep", "c.ts"), "")],
    ["a source was added beside them", () => write(at("src", ".env"), "A=1")],
    ["a source was deleted", () => rmSync(at("src", "b.ts"))],
    [
      "what a source held is in another",
      () => [write(at("src", "b.ts"), ""), write(at("src", "deep", "a.ts"), "onetwo")],
    ],
    ["a package has another version", () => write(at("lock"), "1.0.1")],
    ["a file is there that was not", () => write(at("not there"), "")],
    ["a setting is another", () => Object.assign(making, { settings: ["port=6000"] })],
    ["a setting is more", () => Object.assign(making, { settings: ["port=5000", ""] })],
    ["the result was deleted", () => rmSync(at("dist"), { recursive: true })],
    ["a file of the result was deleted", () => rmSync(at("dist.zip"))],
    ["a file was added to the result", () => write(at("dist", "old"), "")],
    ["a file of the result is incomplete", () => truncateSync(at("dist", "first"), 3)],
    ["another build has written there", () => write(at("dist", "first"), "three with port=7000")],
    ["the mark was deleted", () => rmSync(at("marks"), { recursive: true })],
    ["the mark is half there", () => truncateSync(at("marks", "page"), 20)],
  ])("makes it again when %s", async (_what, change) => {
    await makeUnlessUnchanged(making, build);
    change();
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(2);
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(2);
  });

  it("recognizes a change that was reverted", async () => {
    await makeUnlessUnchanged(making, build);
    write(at("src", "b.ts"), "other");
    write(at("src", "b.ts"), "two");
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(1);
  });

  it("makes it again after a build that was killed in the middle, also when the sources are the old ones again", async () => {
    await makeUnlessUnchanged(making, build);
    write(at("src", "b.ts"), "other");
    const killed = async () => {
      write(at("dist", "first"), "half");
      throw new Error("killed");
    };
    await expect(makeUnlessUnchanged(making, killed)).rejects.toThrow("killed");
    write(at("src", "b.ts"), "two");
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(2);
    expect(readFileSync(at("dist", "first"), "utf8")).toBe("one with port=5000");
  });

  it("makes it again when a source was changed while it was made", async () => {
    await makeUnlessUnchanged(making, async () => {
      await build();
      write(at("src", "deep", "a.ts"), "later");
    });
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(2);
    expect(readFileSync(at("dist.zip"), "utf8")).toBe("later");
  });

  it("ignores installed and built files beside the sources", async () => {
    await makeUnlessUnchanged(making, build);
    for (const path of [["node_modules", "x", "index.js"], ["dist", "x.js"], ["dist.zip"]])
      write(at("src", ...path), "");
    await makeUnlessUnchanged(making, build);
    expect(made).toBe(1);
  });
});

describe("the built page", () => {
  const dist = mkdtempSync(join(tmpdir(), "sendwright-page-"));
  /** A script of the built page, as Vite's manifest describes it. */
  type Chunk = { file: string; name: string; imports?: string[] };
  let manifest: Record<string, Chunk>;

  beforeAll(async () => {
    const args = [
      vite,
      "build",
      join(root, "web"),
      "--outDir",
      dist,
      "--emptyOutDir",
      "--manifest",
      "--logLevel",
      "warn",
    ];
    await runStep({
      name: "The page's build",
      command: process.execPath,
      args,
      log: join(dist, "build.log"),
      env: { ...process.env, NODE_ENV: "production" },
    });
    manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));
  });
  afterAll(() => rmSync(dist, { recursive: true, force: true }));

  /**
   * The files of these scripts and of all that they import. Each is a key of the manifest, or a name
   * of `SCRIPTS` in `web/vite.config.ts`.
   */
  function filesOf(keys: readonly string[], files = new Set<string>()): Set<string> {
    for (const key of keys) {
      const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
      if (!chunk) throw new Error(`The build has no script for ${key}.`);
      if (files.has(chunk.file)) continue;
      files.add(chunk.file);
      filesOf(chunk.imports ?? [], files);
    }
    return files;
  }

  const LANDING = ["index.html"];
  const TAB = [...LANDING, "src/lib/firebase.ts", "app"];
  const EDITOR = [...TAB, "editor"];

  it("has the landing page's markup in index.html, and none in the files of the other addresses", () => {
    const [home, app, missing] = ["index.html", "app.html", "404.html"].map((name) =>
      readFileSync(join(dist, name), "utf8"),
    );
    expect(home).toContain("Send Personalized Emails Effortlessly</h1>");
    expect(app).toContain('<div id="root"></div>');
    expect(missing).toBe(app);
  });

  /**
   * In kilobytes, gzipped, and in files. Over budget, find what came in with `vite build --manifest
   * --sourcemap`, and load it later.
   */
  test.each([
    ["the landing page", LANDING, 96, 1],
    ["the application to its first usable tab", TAB, 206, 6],
    ["the application to the open editor", EDITOR, 327, 11],
  ])("%s loads no more scripts than its budget", (_, names, kilobytes, most) => {
    const files = [...filesOf(names)].map((file) => readFileSync(join(dist, file)));
    const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    expect(bytes / 1_000).toBeLessThanOrEqual(kilobytes);
    expect(files.length).toBeLessThanOrEqual(most);
  });
});

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Row } from "../../../bench/row.ts";
import { vite } from "../../builds.ts";
import { root } from "../../places.ts";
import { runStep } from "../../processes.ts";

const page = process.env.SENDWRIGHT_BENCH_PAGE ?? "";
const floor = join(root, ".local", "bench", "landing");

/** Built with the page's own configuration. */
async function buildFloor(): Promise<void> {
  const config = join(root, "web", "vite.config.ts");
  const what = [join(root, "web", "bench", "landing"), "--config", config, "--outDir", floor, "--emptyOutDir"];
  const log = join(root, ".local", "bench", "landing.log");
  await runStep({ name: "The floor's build", command: process.execPath, args: [vite, "build", ...what], log });
}

/** The kilobytes, gzipped, of what the HTML of a built page names and of what that imports. */
function sizeOf(dist: string, kind: "js" | "css"): number {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const named = html.matchAll(new RegExp(`(?:src|href)="/([^"]+\\.${kind})"`, "g"));
  const files = new Set([...named].map(([, path]) => String(path)));
  const bytes = [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path))).length, 0);
  return bytes / 1_000;
}

await buildFloor();
const sizes = { ours: sizeOf(page, "js"), floor: sizeOf(floor, "js"), styles: sizeOf(page, "css") };
rmSync(floor, { recursive: true, force: true });

export const rows: Row[] = [
  {
    name: "landing",
    unit: "kB of script, gzip",
    floor: { what: "React, its DOM and the router, built the same way", measure: () => sizes.floor },
    ours: { what: "the landing page's scripts before the first interaction", measure: () => sizes.ours },
    reach: { atMost: 1.1 },
    rounds: 1,
    note: `Its styles are ${sizes.styles.toFixed(1)} kB more. Above the floor, by its source and before gzip, are icons (9 kB), the sections and their words (9), sign-in, its failures and their sentences (9), and the session (3); nothing of it is of another page. To reach 1.1, 8 kB would have to come later: the sections below the first screen as a script of their own, which a visitor who scrolls at once would wait for.`,
  },
];

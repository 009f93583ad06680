import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** The walls of docs/architecture.md: an importing file, and what it may and may not import. */
const walls: { file: string; allowed: string[]; forbidden: string[] }[] = [
  {
    file: "functions/src/contract/probe.ts",
    allowed: ["./limits.ts", "zod"],
    forbidden: [
      "../core/csv/readCsv.ts",
      "mustache",
      "../http/sendError.ts",
      "../store/x.ts",
      "../mail/x.ts",
      "../platform/x.ts",
      "../features/a/x.ts",
      "../app.ts",
      "../config.ts",
      "express",
      "node:fs",
      "../../../web/src/lib/call.ts",
    ],
  },
  {
    file: "functions/src/core/placeholders/probe.ts",
    allowed: ["./grammar.ts", "../recipients/list.ts", "../../contract/limits.ts", "zod", "mustache", "papaparse"],
    forbidden: ["../../config.ts", "../../mail/composeMail.ts", "node:crypto", "express"],
  },
  {
    file: "functions/src/contract/probe.test.ts",
    allowed: ["vitest", "fast-check", "./limits.ts"],
    forbidden: ["../mail/render.ts", "../config.ts"],
  },
  {
    file: "functions/src/mail/probe.ts",
    allowed: ["./render.ts", "../contract/index.ts", "sanitize-html"],
    forbidden: [
      "../platform/log.ts",
      "../store/x.ts",
      "../http/x.ts",
      "../features/a/x.ts",
      "../config.ts",
      "../app.ts",
    ],
  },
  {
    file: "functions/src/platform/probe.ts",
    allowed: ["./log.ts", "../contract/index.ts", "../config.ts", "firebase-admin/app"],
    forbidden: ["../features/a/x.ts", "../http/x.ts", "../store/x.ts", "../mail/x.ts", "../app.ts", "../index.ts"],
  },
  {
    file: "functions/src/store/probe.ts",
    allowed: ["./templates.ts", "../platform/firebase.ts", "../contract/index.ts", "../config.ts"],
    forbidden: ["../features/a/x.ts", "../http/x.ts", "../app.ts"],
  },
  {
    file: "functions/src/http/probe.ts",
    allowed: ["./route.ts", "../platform/log.ts", "../contract/index.ts", "../store/apiRateLimits.ts"],
    forbidden: ["../features/a/routes.ts", "../app.ts", "../index.ts"],
  },
  {
    file: "functions/src/features/sends/probe.ts",
    allowed: [
      "./slice.ts",
      "../../http/route.ts",
      "../../store/sends.ts",
      "../../mail/render.ts",
      "../../platform/gmail.ts",
      "../../contract/index.ts",
    ],
    forbidden: [
      "../templates/routes.ts",
      "../../app.ts",
      "../../index.ts",
      "../../../../local/google/main.ts",
      "../../../../web/src/main.tsx",
    ],
  },
  {
    file: "functions/src/features/sends/slice/probe.ts",
    allowed: ["./claim.ts", "../plan.ts", "../../../store/sends.ts"],
    forbidden: ["../../templates/routes.ts", "../../../app.ts"],
  },
  {
    file: "functions/src/app.ts",
    allowed: ["./features/sends/routes.ts", "./http/sendError.ts"],
    forbidden: ["../../local/google/main.ts", "../../web/src/main.tsx", "../../extension/src/api.ts"],
  },
  {
    file: "functions/test/probe.emulator.test.ts",
    allowed: ["../src/app.ts", "./harness.ts"],
    forbidden: ["../../local/google/main.ts"],
  },
  {
    file: "web/src/lib/probe.ts",
    allowed: ["./call.ts", "@sendwright/functions/contract", "firebase/auth"],
    forbidden: [
      "../data/x.ts",
      "../components/x.tsx",
      "../features/a/x.tsx",
      "../app/x.tsx",
      "@sendwright/functions",
      "@sendwright/functions/src/mail/render.ts",
      "../../../functions/src/contract/index.ts",
    ],
  },
  {
    file: "web/src/components/probe.tsx",
    allowed: ["./ErrorNotice.tsx", "../lib/format.ts", "@sendwright/functions/contract", "react"],
    forbidden: [
      "../data/x.ts",
      "../sending/x.ts",
      "../features/a/x.tsx",
      "../app/x.tsx",
      "../lib/call.ts",
      "../lib/session.ts",
      "@tanstack/react-query",
      "firebase/auth",
    ],
  },
  {
    file: "web/src/data/probe.ts",
    allowed: ["../lib/call.ts", "@tanstack/react-query", "@sendwright/functions/contract"],
    forbidden: ["../components/x.tsx", "../sending/x.ts", "../features/a/x.tsx", "../app/x.tsx"],
  },
  {
    file: "web/src/sending/panel/probe.tsx",
    allowed: ["../way.ts", "../../components/x.tsx", "../../data/x.ts", "../../lib/call.ts"],
    forbidden: [
      "../../features/a/x.tsx",
      "../../app/x.tsx",
      "../../main.tsx",
      "../../components/plain/x.tsx",
      "@sendwright/functions",
    ],
  },
  {
    file: "web/src/components/plain/probe.tsx",
    allowed: ["./PlainField.tsx", "../VariantIcon.tsx", "react"],
    forbidden: ["@mui/material/Button", "../../data/x.ts"],
  },
  {
    file: "web/src/features/templates/probe.tsx",
    allowed: ["@mui/material/Button", "../../components/SelectField.tsx"],
    forbidden: ["../../components/plain/PlainField.tsx"],
  },
  {
    file: "web/src/features/bulk-send/csv/probe.tsx",
    allowed: ["@mui/material/Button", "../../../components/SelectField.tsx"],
    forbidden: ["../../../components/plain/PlainField.tsx"],
  },
  {
    file: "web/src/features/demo/probe.tsx",
    allowed: ["./DemoForm.tsx", "../../components/plain/x.tsx", "../../data/x.ts", "../../lib/x.ts"],
    forbidden: [
      "@mui/material/Button",
      "../templates/x.tsx",
      "../../app/theme.ts",
      "../../main.tsx",
      "@sendwright/functions",
      "../../../../functions/src/config.ts",
    ],
  },
  {
    file: "web/src/features/demo/parts/probe.tsx",
    allowed: ["../DemoForm.tsx", "../../../components/x.tsx"],
    forbidden: ["../../templates/x.tsx", "../../../app/theme.ts"],
  },
  {
    file: "web/src/app/probe.tsx",
    allowed: ["../features/demo/x.tsx", "../components/x.tsx", "../data/x.ts", "../lib/x.ts"],
    forbidden: ["../../../functions/src/config.ts", "../../../extension/src/api.ts", "@sendwright/functions"],
  },
  {
    file: "local/google/probe.ts",
    allowed: ["./world.ts", "../places.ts", "../../web/src/app/tokens.ts", "../../hosting/headers.ts", "express"],
    forbidden: ["../../web/src/app/theme.ts", "../../functions/src/config.ts", "../../e2e/browser.ts"],
  },
  {
    file: "local/probe.ts",
    allowed: ["./places.ts", "./google/main.ts", "../hosting/headers.ts"],
    forbidden: ["../functions/src/config.ts", "../web/src/main.tsx", "@sendwright/functions/contract"],
  },
  {
    file: "hosting/probe.ts",
    allowed: ["./headers.ts"],
    forbidden: ["../local/places.ts", "../web/src/main.tsx"],
  },
  {
    file: "extension/src/probe.ts",
    allowed: ["./messages.ts", "@sendwright/functions/contract", "@sendwright/web/client", "@sendwright/web/parts"],
    forbidden: [
      "../../web/src/lib/call.ts",
      "../../functions/src/contract/index.ts",
      "@sendwright/functions",
      "@sendwright/web",
    ],
  },
];

const root = fileURLToPath(new URL("..", import.meta.url));
const flagged = new Set<string>();
let folder = "";

/** The probe file of one case: beside the wall's file, under a name of its own. */
function probe(file: string, index: number): string {
  return file.replace(/([^/.]+)(\.[^/]+)$/, `$1-${index}$2`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sendwright-walls-"));
  const config = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const { file, allowed, forbidden } of walls) {
    [...allowed, ...forbidden].forEach((specifier, index) => {
      const path = join(folder, probe(file, index));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import ${JSON.stringify(specifier)};\n`);
    });
  }
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: folder, encoding: "utf8" });
  for (const [, path] of stdout.matchAll(/noRestrictedImports,file=([^,]+),/g)) flagged.add(path ?? "");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the walls between the rooms of the house", () => {
  for (const { file, allowed, forbidden } of walls) {
    allowed.forEach((specifier, index) => {
      it(`${file} may import ${specifier}`, () => {
        expect(flagged).not.toContain(join(folder, probe(file, index)));
      });
    });
    forbidden.forEach((specifier, index) => {
      it(`${file} may not import ${specifier}`, () => {
        expect(flagged).toContain(join(folder, probe(file, allowed.length + index)));
      });
    });
  }
});

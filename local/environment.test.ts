import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hostingHeaders } from "../hosting/headers.ts";
import { writeFirebaseConfig } from "./environment.ts";
import { root } from "./places.ts";
import { portsFor } from "./ports.ts";

const deployed = JSON.parse(readFileSync(join(root, "firebase.json"), "utf8"));

/** firebase.json as the local stack serves it. */
function localConfig(dev: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "sendwright-headers-"));
  try {
    const path = join(folder, "firebase.json");
    const page = { google: "http://127.0.0.1:4010", dist: join(root, ".local", "dist"), dev };
    writeFirebaseConfig(path, portsFor(0), page);
    return JSON.parse(readFileSync(path, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the local twin of firebase.json", () => {
  const local = localConfig(false);

  it("has the same headers, with the local Google and the Auth emulator in the others' place", () => {
    const origins = { google: "http://127.0.0.1:4010", auth: ["http://127.0.0.1:9099"] };
    expect(local.hosting.headers).toEqual(hostingHeaders(origins, { https: false }));
    expect(JSON.stringify(local.hosting.headers)).not.toContain("Strict-Transport-Security");
  });

  it("differs in nothing else that is deployed", () => {
    const { emulators, hosting, ...rest } = local;
    const { hosting: deployedHosting, ...deployedRest } = deployed;
    expect(rest).toEqual(deployedRest);
    expect({ ...hosting, headers: 0, public: 0 }).toEqual({
      ...deployedHosting,
      headers: 0,
      public: 0,
    });
    expect(hosting.public).toBe(join(".local", "dist"));
    expect(emulators.hosting.port).toBe(5000);
  });

  it("names only emulators that the Firebase CLI has", () => {
    const schema = JSON.parse(
      readFileSync(join(root, "node_modules/firebase-tools/schema/firebase-config.json"), "utf8"),
    );
    const known = Object.keys(schema.properties.emulators.properties);
    expect(Object.keys(local.emulators).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("leaves the app's address to Vite while developing", () => {
    expect(localConfig(true).emulators.hosting.port).toBe(portsFor(0).hosting);
  });
});

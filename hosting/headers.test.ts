import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFirebaseConfig } from "./firebaseConfig.mjs";
import { contentSecurityPolicy, hostingHeaders, productionOrigins } from "./headers.mjs";
import { root } from "./places.mjs";
import { portsFor } from "./ports.mjs";

interface Rule {
  source: string;
  headers: { key: string; value: string }[];
}

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

function header(rules: Rule[], source: string, key: string): string | undefined {
  return rules.find((rule) => rule.source === source)?.headers.find((one) => one.key === key)?.value;
}

/** A policy as a table: directive → sources. */
function directives(policy: string): Map<string, string[]> {
  return new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

describe("the headers of the deployed page", () => {
  const rules: Rule[] = deployed.hosting.headers;

  it("are those of the list (npm run headers writes them)", () => {
    expect(rules).toEqual(hostingHeaders(productionOrigins, { https: true }));
  });

  it("name no address of a developer's machine", () => {
    expect(JSON.stringify(rules)).not.toMatch(/127\.0\.0\.1|localhost|http:/);
  });

  it.each([
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    ["X-Content-Type-Options", "nosniff"],
    ["Strict-Transport-Security", "max-age=31536000"],
  ])("hold %s", (key, value) => {
    expect(header(rules, "**", key)).toBe(value);
  });

  it("have the page asked for anew each time, and leave the API's answers to the API", () => {
    expect(header(rules, "!/api/**", "Cache-Control")).toBe("no-cache");
    expect(header(rules, "**", "Cache-Control")).toBeUndefined();
  });

  it("keep what has a hash in its name for a year", () => {
    expect(header(rules, "/assets/**", "Cache-Control")).toBe("public, max-age=31536000, immutable");
  });
});

describe("the policy", () => {
  const policy = directives(contentSecurityPolicy(productionOrigins));

  it("runs the page's own scripts and Google's sign-in script, nothing inline, nothing evaluated", () => {
    expect(policy.get("script-src")).toEqual(["'self'", "https://accounts.google.com/gsi/client"]);
  });

  it("refuses whatever it does not name, and to be framed", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
  });

  it("lets a mail preview show the images that the frame's own policy allows", () => {
    expect(policy.get("img-src")).toEqual(expect.arrayContaining(["https:", "data:"]));
  });

  it("reaches Firebase Auth and the API only", () => {
    expect(policy.get("connect-src")).toEqual([
      "'self'",
      "https://accounts.google.com/gsi/",
      "https://identitytoolkit.googleapis.com",
      "https://securetoken.googleapis.com",
    ]);
  });
});

describe("the local twin of firebase.json", () => {
  const local = localConfig(false);

  it("has the same headers, with the local Google and the Auth emulator in the others' place", () => {
    const origins = { google: "http://127.0.0.1:4010", auth: ["http://127.0.0.1:9099"] };
    expect(local.hosting.headers).toEqual(hostingHeaders(origins, { https: false }));
    expect(header(local.hosting.headers, "**", "Strict-Transport-Security")).toBeUndefined();
  });

  it("differs in nothing else that is deployed", () => {
    const { emulators, hosting, ...rest } = local;
    const { hosting: deployedHosting, ...deployedRest } = deployed;
    expect(rest).toEqual(deployedRest);
    expect({ ...hosting, headers: 0, public: 0 }).toEqual({ ...deployedHosting, headers: 0, public: 0 });
    expect(hosting.public).toBe(join(".local", "dist"));
    expect(emulators.hosting.port).toBe(5000);
  });

  it("leaves the app's address to Vite while developing", () => {
    expect(localConfig(true).emulators.hosting.port).toBe(portsFor(0).hosting);
  });
});

describe("Hosting", () => {
  it("hands the API on, and everything but a missing asset to the page", () => {
    expect(deployed.hosting.rewrites).toEqual([
      { source: "/api/**", function: { functionId: "api", region: "us-central1" } },
      { source: "!/assets/**", destination: "/index.html" },
    ]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  contentSecurityPolicy,
  type HeaderRule,
  hostingHeaders,
  paperPolicy,
  productionOrigins,
} from "./headers.ts";

const deployed = JSON.parse(readFileSync(new URL("../firebase.json", import.meta.url), "utf8"));

function header(rules: HeaderRule[], source: string, key: string): string | undefined {
  return rules.find((rule) => rule.source === source)?.headers.find((one) => one.key === key)
    ?.value;
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
  const rules: HeaderRule[] = deployed.hosting.headers;

  it("are those of the list (npm run headers writes them)", () => {
    expect(rules).toEqual(hostingHeaders(productionOrigins, { https: true }));
  });

  it("name no address of a developer's machine", () => {
    expect(JSON.stringify(rules)).not.toMatch(/127\.0\.0\.1|localhost|http:/);
  });

  it.each([
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["X-Content-Type-Options", "nosniff"],
    ["Strict-Transport-Security", "max-age=31536000"],
  ])("hold %s", (key, value) => {
    expect(header(rules, "!/mail.html", key)).toBe(value);
    expect(header(rules, "/mail.html", key)).toBe(value);
  });

  it("have the page asked for anew each time, and leave the API's answers to the API", () => {
    expect(header(rules, "!/api/**", "Cache-Control")).toBe("no-cache");
    expect(header(rules, "!/mail.html", "Cache-Control")).toBeUndefined();
  });

  it("keep files with a hash in their name for a year", () => {
    expect(header(rules, "/assets/**", "Cache-Control")).toBe(
      "public, max-age=31536000, immutable",
    );
  });
});

describe("the policy", () => {
  const policy = directives(contentSecurityPolicy(productionOrigins));

  it("runs the page's own scripts and Google's sign-in script, nothing inline, nothing evaluated", () => {
    expect(policy.get("script-src")).toEqual(["'self'", "https://accounts.google.com/gsi/client"]);
  });

  it("refuses sources that it doesn't name, and framing", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
  });

  it("loads no picture from elsewhere: nothing in the page can tell another site that it was looked at", () => {
    expect(policy.get("img-src")).toEqual(["'self'", "data:"]);
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

describe("what would be made code of", () => {
  it("is reported wherever it is not named (Trusted Types); nothing runs on the paper of a mail", () => {
    const rules: HeaderRule[] = deployed.hosting.headers;
    const key = "Content-Security-Policy-Report-Only";
    expect(header(rules, "!/mail.html", key)).toBe("require-trusted-types-for 'script'");
    expect(header(rules, "/mail.html", key)).toBeUndefined();
  });
});

describe("the paper that a mail is shown on", () => {
  const rules: HeaderRule[] = deployed.hosting.headers;
  const policy = directives(paperPolicy);
  const paper = readFileSync(new URL("../web/public/mail.html", import.meta.url), "utf8");

  it("has its own policy and rule; the page's doesn't apply to it", () => {
    expect(header(rules, "/mail.html", "Content-Security-Policy")).toBe(paperPolicy);
    expect(header(rules, "!/mail.html", "Content-Security-Policy")).toBe(
      contentSecurityPolicy(productionOrigins),
    );
    expect(rules.map(({ source }) => source)).not.toContain("**");
  });

  it("shows styles and pictures, runs nothing, sends nothing, and is framed by the page alone", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("img-src")).toEqual(["data:", "https:"]);
    expect(policy.has("script-src")).toBe(false);
    expect(policy.get("form-action")).toEqual(["'none'"]);
    expect(policy.get("sandbox")).not.toContain("allow-scripts");
    expect(policy.get("frame-ancestors")).toEqual(["'self'"]);
    expect(header(rules, "/mail.html", "X-Frame-Options")).toBe("SAMEORIGIN");
    expect(header(rules, "/mail.html", "Referrer-Policy")).toBe("no-referrer");
  });

  it("says the same in itself, for where no header comes with it: in the extension", () => {
    const own = directives(/content="(default-src[^"]*)"/.exec(paper)?.[1] ?? "");
    for (const [name, sources] of own) expect(policy.get(name)).toEqual(sources);
    expect([...own.keys()].sort()).toEqual([
      "base-uri",
      "default-src",
      "form-action",
      "img-src",
      "style-src",
    ]);
    expect(paper).not.toMatch(/<script|<link|\bsrc=/);
  });
});

describe("Hosting", () => {
  it("hands the API on, and serves the page only at the addresses that the page knows", () => {
    const app = readFileSync(new URL("../web/src/app/App.tsx", import.meta.url), "utf8");
    const [home, ...routes] = [...app.matchAll(/<Route path="(\/[^"]*)"/g)].map(([, path]) => path);
    expect(home).toBe("/");
    expect(deployed.hosting.rewrites).toEqual([
      { source: "/api/**", function: { functionId: "api" } },
      // Browsers ask for it beside a page that names no icon, such as a text file.
      { source: "/favicon.ico", destination: "/favicon.svg" },
      ...routes.map((path) => ({ source: `${path}{,/}`, destination: "/app.html" })),
    ]);
  });
});

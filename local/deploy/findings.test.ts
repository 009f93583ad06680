import { describe, expect, it } from "vitest";
import { accountFindings, type Cli, isNode, unless, written } from "./findings.ts";

it("a finding is a line, and one more for what mends it", () => {
  expect(written(unless(true, "Java 11 or newer: 21", "npm start brings it"))).toBe("ok       Java 11 or newer: 21");
  expect(written(unless(false, "Java 11 or newer", "npm start brings it"))).toBe(
    "missing  Java 11 or newer\n         npm start brings it",
  );
});

it.each([
  ["20.18.3", false],
  ["20.19.0", true],
  ["18.20.0", false],
  ["22.1.0", true],
])("Node %s: %s", (version, is) => expect(isNode(version)).toBe(is));

describe("what only the Firebase CLI can tell", () => {
  const cli =
    (logins: object[], ...secrets: string[]): Cli =>
    (...args) => {
      if (args[0] === "login:list") return JSON.stringify({ status: "success", result: logins });
      return secrets.includes(args.at(-1) ?? "") ? "" : null;
    };
  const mends = (each: Cli, env = {}) => accountFindings("ours", each, env).map(({ mend }) => mend);

  it("is not known without a login", () => {
    expect(mends(cli([]))).toEqual(["npx firebase login, then this command again"]);
    expect(mends(() => null)).toHaveLength(1);
  });

  it("is which secrets are set", () => {
    const login = [{ user: {} }];
    expect(mends(cli(login, "GOOGLE_CLIENT_SECRET", "TOKEN_ENCRYPTION_KEY"))).toEqual([null, null]);
    const [there, missing] = mends(cli([], "GOOGLE_CLIENT_SECRET"), { FIREBASE_TOKEN: "x" });
    expect(there).toBeNull();
    expect(missing).toBe(
      "openssl rand -base64 32 | npx firebase --project ours functions:secrets:set TOKEN_ENCRYPTION_KEY --data-file -",
    );
  });
});

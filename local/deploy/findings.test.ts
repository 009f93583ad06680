import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  accountFindings,
  type Cli,
  type Configuration,
  configurationFindings,
  findingLine,
  findingUnless,
  gcloudFindings,
  isNode,
  originOf,
  readConfiguration,
} from "./findings.ts";

it("a finding is one line, and another for the fix", () => {
  expect(findingLine(findingUnless(true, "Java 11 or newer: 21", "npm start brings it"))).toBe(
    "ok       Java 11 or newer: 21",
  );
  expect(findingLine(findingUnless(false, "Java 11 or newer", "npm start brings it"))).toBe(
    "missing  Java 11 or newer\n         npm start brings it",
  );
});

describe("gcloud", () => {
  const versions = "Google Cloud SDK 551.0.0\nalpha 2025.12.01\nbeta 2025.12.01\ncore 2025.12.01\n";
  const gcloud =
    (version: string | null, hasPolicies = true): Cli =>
    (...args) => {
      if (args[0] === "--version") return version;
      return hasPolicies && args.join(" ") === "monitoring policies create --help" ? "NAME" : null;
    };
  const lines = (forProject: boolean, cli: Cli) => gcloudFindings(forProject, cli).map(findingLine);

  it("is missing for a deployment, and without one it is only named", () => {
    expect(lines(true, gcloud(null, false))).toEqual([
      expect.stringMatching(/^missing {2}the Google Cloud CLI \(gcloud\), .*\n +https:/),
    ]);
    expect(lines(false, gcloud(null, false))).toEqual([
      expect.stringMatching(/^later {4}the Google Cloud CLI \(gcloud\), .*\n +https:/),
    ]);
  });

  it("has its version, the commands for alerts, and the beta commands", () => {
    const [version, ...more] = lines(true, gcloud(versions));
    expect(version).toBe("ok       the Google Cloud CLI (gcloud): 551.0.0");
    expect(more).toEqual([expect.stringMatching(/^ok /), expect.stringMatching(/^ok /)]);
  });

  it("says how to update one that is too old, and how to add the beta commands", () => {
    const [, alerts, beta] = lines(
      true,
      gcloud("Google Cloud SDK 528.0.0\nalpha 2025.06.20\n", false),
    );
    expect(alerts).toMatch(/^missing .*new enough.*\n +gcloud components update, or/);
    expect(beta).toMatch(/^missing .*beta commands\n +gcloud components install beta, or/);
    for (const one of lines(false, gcloud("Google Cloud SDK 528.0.0\n", false)).slice(1))
      expect(one).toMatch(/^later /);
  });
});

it.each([
  ["20.18.3", false],
  ["20.19.0", true],
  ["18.20.0", false],
  ["22.1.0", true],
])("Node %s: %s", (version, is) => expect(isNode(version)).toBe(is));

describe("the facts that only the Firebase CLI knows", () => {
  const cli =
    (logins: object[], ...secrets: string[]): Cli =>
    (...args) => {
      if (args[0] === "login:list") return JSON.stringify({ status: "success", result: logins });
      return secrets.includes(args.at(-1) ?? "") ? "" : null;
    };
  const mends = (each: Cli, env = {}) => accountFindings("ours", each, env).map(({ mend }) => mend);

  it("are unknown without a login", () => {
    expect(mends(cli([]))).toEqual(["npx firebase login, then this command again"]);
    expect(mends(() => null)).toHaveLength(1);
  });

  it("include which secrets are set", () => {
    const login = [{ user: {} }];
    expect(mends(cli(login, "GOOGLE_CLIENT_SECRET", "TOKEN_ENCRYPTION_KEY"))).toEqual([null, null]);
    const [there, missing] = mends(cli([], "GOOGLE_CLIENT_SECRET"), { FIREBASE_TOKEN: "x" });
    expect(there).toBeNull();
    expect(missing).toBe(
      "openssl rand -base64 32 | npx firebase --project ours functions:secrets:set TOKEN_ENCRYPTION_KEY --data-file -",
    );
  });
});

const id = "1234-abc.apps.googleusercontent.com";
const whole: Configuration = {
  functions: {
    GOOGLE_CLIENT_ID: id,
    EXTENSION_ID: "",
    FUNCTIONS_REGION: "europe-west1",
    API_SERVICE_ACCOUNT: "sendwright-api@",
    SEND_WORKER_SERVICE_ACCOUNT: "sendwright-worker@",
    EXPORT_WORKER_SERVICE_ACCOUNT: "sendwright-export@",
    SWEEP_SERVICE_ACCOUNT: "sendwright-sweep@",
  },
  page: {
    VITE_GOOGLE_CLIENT_ID: id,
    VITE_OPERATOR: "Example School",
    VITE_CONTACT_EMAIL: "it@school.example",
    VITE_IMPRINT: "https://school.example/imprint",
    VITE_DATA_REGION: "europe-west1 (Belgium)",
  },
};
const missing = (configuration: Configuration) =>
  configurationFindings("ours", configuration).flatMap(({ mend }) => mend ?? []);
const withFunctions = (more: Record<string, string>) =>
  missing({ ...whole, functions: { ...whole.functions, ...more } });
const withPage = (more: Record<string, string>) =>
  missing({ ...whole, page: { ...whole.page, ...more } });

describe("the configuration of a project", () => {
  it("is valid if both programs have the same ids", () => {
    expect(missing(whole)).toEqual([]);
    const extension = "dmmenghcbfjkbpdekoajhfpocahgbefm";
    const { functions, page } = whole;
    const published = {
      functions: { ...functions, EXTENSION_ID: extension, SEND_RATE_PER_MINUTE: "150" },
      page: { ...page, VITE_EXTENSION_ID: extension },
    };
    expect(missing(published)).toEqual([]);
  });

  it("names every missing line", () => {
    expect(missing({ functions: {}, page: {} })).toEqual([
      "write into functions/.env.ours: GOOGLE_CLIENT_ID=….apps.googleusercontent.com",
      "write into functions/.env.ours: EXTENSION_ID=",
      "write into web/.env.production.local: VITE_GOOGLE_CLIENT_ID=….apps.googleusercontent.com",
      "write into functions/.env.ours: FUNCTIONS_REGION=region of the database, such as europe-west1",
      "write into functions/.env.ours: API_SERVICE_ACCOUNT=sendwright-api@",
      "write into functions/.env.ours: SEND_WORKER_SERVICE_ACCOUNT=sendwright-worker@",
      "write into functions/.env.ours: EXPORT_WORKER_SERVICE_ACCOUNT=sendwright-export@",
      "write into functions/.env.ours: SWEEP_SERVICE_ACCOUNT=sendwright-sweep@",
      "write into web/.env.production.local: VITE_OPERATOR=Name of the person or organization",
      "write into web/.env.production.local: VITE_CONTACT_EMAIL=address that someone reads",
      "write into web/.env.production.local: VITE_IMPRINT=https://address of your imprint",
      "write into web/.env.production.local: VITE_DATA_REGION=location of the database, such as europe-west1 (Belgium)",
    ]);
  });

  it.each([
    ["VITE_OPERATOR", ""],
    ["VITE_CONTACT_EMAIL", "school.example"],
    ["VITE_IMPRINT", "http://school.example"],
    ["VITE_DATA_REGION", " "],
  ])("says who runs it: no deployment with %s=%j", (name, value) => {
    expect(withPage({ [name]: value })).toEqual([expect.stringContaining(`${name}=`)]);
  });

  it("requires the same, valid ids in both files", () => {
    const other = "write into web/.env.production.local: VITE_GOOGLE_CLIENT_ID=";
    expect(withPage({ VITE_GOOGLE_CLIENT_ID: "other.apps.googleusercontent.com" })).toEqual([
      `${other}${id}`,
    ]);
    expect(withPage({ VITE_EXTENSION_ID: "dmmenghcbfjkbpdekoajhfpocahgbefm" })).toHaveLength(1);
    expect(withFunctions({ EXTENSION_ID: "Sendwright" })).toContain(
      "write into functions/.env.ours: EXTENSION_ID=",
    );
  });

  it("has the page's own domain as an origin, or none", () => {
    expect(originOf("ours", whole)).toBe("https://ours.web.app");
    expect(withPage({ SENDWRIGHT_ORIGIN: "" })).toEqual([]);
    const page = { ...whole.page, SENDWRIGHT_ORIGIN: "https://mail.school.example" };
    expect(missing({ ...whole, page })).toEqual([]);
    expect(originOf("ours", { ...whole, page })).toBe("https://mail.school.example");
    for (const wrong of [
      "mail.school.example",
      "http://mail.school.example",
      "https://mail.school.example/",
    ])
      expect(withPage({ SENDWRIGHT_ORIGIN: wrong })).toEqual([
        expect.stringContaining("SENDWRIGHT_ORIGIN=https://"),
      ]);
  });

  it.each([
    "FIRESTORE_EMULATOR_HOST",
    "GOOGLE_LOCAL_BASE",
    "FUNCTIONS_EMULATOR",
    "TOKEN_ENCRYPTION_KEY",
  ])("has no %s", (name) =>
    expect(withFunctions({ [name]: "x" })).toEqual([`take out of it: ${name}`]),
  );

  it("must not point the page to a local stack, and needs valid accounts and limits", () => {
    expect(withPage({ VITE_AUTH_EMULATOR: "http://127.0.0.1:9099" })).toHaveLength(1);
    expect(
      withFunctions({ API_SERVICE_ACCOUNT: "sendwright-api@ours-1.iam.gserviceaccount.com" }),
    ).toEqual([]);
    expect(withFunctions({ FUNCTIONS_REGION: "nam5" })).toHaveLength(1);
    expect(withFunctions({ API_SERVICE_ACCOUNT: "somebody" })).toHaveLength(1);
    expect(withFunctions({ MAX_CSV_RECIPIENTS: "many" })).toEqual([
      "give a number to: MAX_CSV_RECIPIENTS",
    ]);
    expect(withFunctions({ SEND_WORKER_INSTANCES: "few" })).toEqual([
      "give a number to: SEND_WORKER_INSTANCES",
    ]);
  });
});

describe("readConfiguration", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sendwright-configuration-"));
    for (const part of ["functions", "web"]) mkdirSync(join(folder, part));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("reads settings as the Firebase CLI and Vite do: the project's file last, the environment for the page", () => {
    writeFileSync(join(folder, "functions", ".env"), "EXTENSION_ID=a\nGOOGLE_CLIENT_ID=shared\n");
    writeFileSync(join(folder, "functions", ".env.ours"), "GOOGLE_CLIENT_ID=own\n");
    writeFileSync(join(folder, "functions", ".env.theirs"), "GOOGLE_CLIENT_ID=theirs\n");
    writeFileSync(
      join(folder, "web", ".env.production.local"),
      "VITE_GOOGLE_CLIENT_ID=file\nVITE_EXTENSION_ID=a\n",
    );
    expect(readConfiguration("ours", folder, { VITE_GOOGLE_CLIENT_ID: "set", HOME: "/" })).toEqual({
      functions: { EXTENSION_ID: "a", GOOGLE_CLIENT_ID: "own" },
      page: { VITE_GOOGLE_CLIENT_ID: "set", VITE_EXTENSION_ID: "a" },
    });
  });

  it.each([
    "SENDWRIGHT_ORIGIN",
    "SENDWRIGHT_API",
    "SENDWRIGHT_TOKEN_SERVICE",
    "SENDWRIGHT_EXTENSION_KEY",
  ])("reads %s from the page's file, and the environment wins", (name) => {
    writeFileSync(join(folder, "web", ".env.production.local"), `${name}=file\n`);
    expect(readConfiguration("ours", folder, {}).page).toEqual({ [name]: "file" });
    const env = { [name]: "set", SENDWRIGHT_PORT_SHIFT: "9000" };
    expect(readConfiguration("ours", folder, env).page).toEqual({ [name]: "set" });
  });

  it("finds nothing if there is no file", () => {
    expect(readConfiguration("ours", folder, {})).toEqual({ functions: {}, page: {} });
  });
});

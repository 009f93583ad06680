import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { browser } from "../machine/browser.ts";
import { emulators } from "../machine/emulators.ts";
import { installCommand, type Need } from "../machine/ensure.ts";
import { java, node22 } from "../machine/runtimes.ts";
import { firebaseCli, root } from "../places.ts";
import { access, functionNames } from "./access.ts";

type ConfigurationValues = Record<string, string | undefined>;

export interface Configuration {
  /** `functions/.env` and `functions/.env.PROJECT`, as the Firebase CLI reads them. */
  functions: ConfigurationValues;
  /**
   * What Vite reads for a build of the page, with the settings of the extension's build. The
   * environment wins.
   */
  page: ConfigurationValues;
}

/** Reads the files of a project; a missing file counts as empty. */
export function readConfiguration(
  project: string,
  folder = root,
  env: ConfigurationValues = process.env,
): Configuration {
  const values = (...names: string[]): ConfigurationValues =>
    Object.assign({}, ...names.map((name) => valuesOf(join(folder, name))));
  const page = values(
    "web/.env",
    "web/.env.local",
    "web/.env.production",
    "web/.env.production.local",
  );
  const set = Object.entries(env).filter(([name]) => pageSetting.test(name));
  return {
    functions: values("functions/.env", `functions/.env.${project}`),
    page: { ...page, ...Object.fromEntries(set) },
  };
}

/** The settings of the page (Vite's) and of the extension (`extension/build.mjs`). */
const pageSetting = /^(VITE_.*|SENDWRIGHT_(ORIGIN|API|TOKEN_SERVICE|EXTENSION_KEY))$/;

/** Where a project's page is: at its own domain, if its settings name one. */
export const originOf = (project: string, { page }: Configuration) =>
  page.SENDWRIGHT_ORIGIN || `https://${project}.web.app`;

/** Reads a JSON file of the repository. */
export const json = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

function valuesOf(path: string): ConfigurationValues {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

const client = /^[\w-]+\.apps\.googleusercontent\.com$/;
const extension = /^[a-p]{32}$/;
const account = /^[a-z][a-z0-9-]{4,28}[a-z0-9]@([a-z0-9-]+\.iam\.gserviceaccount\.com)?$/;
const ownDomain = /^https:\/\/([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;
const number = /^\d+(\.\d+)?$/;
/** Settings of a developer's machine, and secrets, which belong to Secret Manager. */
const strange =
  /^(FUNCTIONS_EMULATOR|GOOGLE_LOCAL_BASE|.*_EMULATOR_HOST|GOOGLE_CLIENT_SECRET|TOKEN_ENCRYPTION_KEY)$/;

/**
 * What the page says about its operator (`web/src/lib/operator.ts`): the setting, its form and an
 * example.
 */
const pageSettings: [name: string, right: RegExp, example: string][] = [
  ["VITE_OPERATOR", /\S{2}/, "Name of the person or organization"],
  ["VITE_CONTACT_EMAIL", /^[^\s@]+@[^\s@]+\.[^\s@]+$/, "address that someone reads"],
  ["VITE_IMPRINT", /^https:\/\/\S+$/, "https://address of your imprint"],
  ["VITE_DATA_REGION", /\S{2}/, "location of the database, such as europe-west1 (Belgium)"],
];

/**
 * Where the functions are and the account of each: without them, they would run elsewhere, and as
 * an account with all rights.
 */
const functionSettings: [name: string, right: RegExp, example: string][] = [
  ["FUNCTIONS_REGION", /^[a-z]+-[a-z]+\d+$/, "region of the database, such as europe-west1"],
  ...functionNames.map((each): [string, RegExp, string] => [
    `${each.replace(/[A-Z]/, "_$&").toUpperCase()}_SERVICE_ACCOUNT`,
    account,
    `${access[each].account}@`,
  ]),
];

/** Checks a project's configuration: each requirement, with the line that fixes it. */
export function configurationFindings(
  project: string,
  { functions, page }: Configuration,
): DeployFinding[] {
  const theirs = `functions/.env.${project}`;
  const ours = "web/.env.production.local";
  const clientId = functions.GOOGLE_CLIENT_ID ?? "";
  const extensionId = functions.EXTENSION_ID ?? "";
  const of = (test: RegExp, names: ConfigurationValues) =>
    Object.keys(names).filter((name) => test.test(name));
  const foreign = of(strange, functions).join(", ");
  const local = of(/^VITE_(GIS_SRC|AUTH_EMULATOR)$/, page).join(", ");
  const limits = of(/^(MAX_|SEND_RATE_|SEND_WORKER_INSTANCES$)/, functions);
  const numbers = limits.filter((name) => !number.test(functions[name] ?? "")).join(", ");
  const write = (file: string, text: string) => `write into ${file}: ${text}`;
  const wanted = `=${clientId || SOME_ID}`;
  const isExtension =
    functions.EXTENSION_ID !== undefined && (extensionId === "" || extension.test(extensionId));
  const isSameClient = page.VITE_GOOGLE_CLIENT_ID === clientId && clientId !== "";
  const isSame = (page.VITE_EXTENSION_ID ?? "") === extensionId;
  const isOrigin = !page.SENDWRIGHT_ORIGIN || ownDomain.test(page.SENDWRIGHT_ORIGIN);
  const found: [is: boolean, what: string, mend: string][] = [
    [
      client.test(clientId),
      `the OAuth client id in ${theirs}`,
      write(theirs, `GOOGLE_CLIENT_ID=${SOME_ID}`),
    ],
    [
      isExtension,
      `the extension's id in ${theirs}, empty until it is published`,
      write(theirs, "EXTENSION_ID="),
    ],
    [
      isSameClient,
      `the same client id for the page, in ${ours}`,
      write(ours, `VITE_GOOGLE_CLIENT_ID${wanted}`),
    ],
    ...functionSettings.map(([name, right, example]): [boolean, string, string] => [
      right.test(functions[name] ?? ""),
      `${name} in ${theirs}`,
      write(theirs, `${name}=${example}`),
    ]),
    ...pageSettings.map(([name, right, example]): [boolean, string, string] => [
      right.test(page[name] ?? ""),
      `${name} for the page, in ${ours}`,
      write(ours, `${name}=${example}`),
    ]),
    [
      isSame,
      `the same extension id for the page, in ${ours}`,
      write(ours, `VITE_EXTENSION_ID=${extensionId}`),
    ],
    [
      none(foreign),
      `nothing in ${theirs} (or functions/.env) that is local or secret`,
      `take out of it: ${foreign}`,
    ],
    [none(local), "nothing for the page that points to a local stack", `${ELSEWHERE}: ${local}`],
    [
      isOrigin,
      "the page's own domain, if SENDWRIGHT_ORIGIN sets one",
      write(ours, "SENDWRIGHT_ORIGIN=https://YOUR.DOMAIN"),
    ],
    [none(numbers), `numbers as limits in ${theirs}`, `give a number to: ${numbers}`],
  ];
  return found.map(([is, what, mend]) => findingUnless(is, what, mend));
}

const SOME_ID = "….apps.googleusercontent.com";
const ELSEWHERE = "take out of web/.env… and the environment";
const none = (names: string) => names === "";

/** One thing that was checked. `mend`: the command or line that adds it, if it is missing. */
export interface DeployFinding {
  what: string;
  mend: string | null;
  /** It is missing, but nothing needs it yet. */
  isForLater?: true;
}

/** `what`, which is missing unless `is`. */
export function findingUnless(is: boolean, what: string, mend: string): DeployFinding {
  return { what, mend: is ? null : mend };
}

/**
 * One thing to check. If Google refuses to answer, it counts as missing, and the fix quotes the
 * answer.
 */
export async function look(
  what: string,
  mend: string,
  is: () => Promise<boolean>,
): Promise<DeployFinding> {
  try {
    return findingUnless(await is(), what, mend);
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : null;
    return findingUnless(
      false,
      what,
      `${status === null ? error : `Google answered ${status}`}. ${mend}`,
    );
  }
}

/** One line for a thing that exists, two for a missing one. */
export function findingLine({ what, mend, isForLater }: DeployFinding): string {
  return mend === null
    ? `ok       ${what}`
    : `${isForLater ? "later  " : "missing"}  ${what}\n         ${mend}`;
}

/** The functions' secrets, and the command that sets each. */
const secrets = {
  GOOGLE_CLIENT_SECRET: (set: string) => `npx ${set}`,
  TOKEN_ENCRYPTION_KEY: (set: string) => `openssl rand -base64 32 | npx ${set} --data-file -`,
};

/** Runs the Firebase CLI; returns its output, or null if it failed. */
export type Cli = (...args: string[]) => string | null;

const firebase: Cli = (...args) => {
  const options = { cwd: root, encoding: "utf8", timeout: 60_000 } as const;
  const { status, stdout } = spawnSync(process.execPath, [firebaseCli, ...args], options);
  return status === 0 ? stdout : null;
};

/**
 * Checks what only the Firebase CLI knows: whether it is logged in, and whether the project has the
 * secrets.
 */
export function accountFindings(
  project: string,
  cli = firebase,
  env = process.env,
): DeployFinding[] {
  const names = Object.keys(secrets).join(" and ");
  if (!isLoggedIn(cli, env)) {
    const mend = "npx firebase login, then this command again";
    return [
      findingUnless(
        false,
        `the Firebase CLI's login: without it no one can tell whether ${names} are set`,
        mend,
      ),
    ];
  }
  return Object.entries(secrets).map(([name, command]) => {
    const found = cli("--project", project, "functions:secrets:get", name) !== null;
    const set = `firebase --project ${project} functions:secrets:set ${name}`;
    return findingUnless(found, `the secret ${name} in Secret Manager`, command(set));
  });
}

function isLoggedIn(cli: Cli, env: NodeJS.ProcessEnv): boolean {
  if (env.GOOGLE_APPLICATION_CREDENTIALS || env.FIREBASE_TOKEN) return true;
  const { result } = JSON.parse(cli("login:list", "--json") ?? "{}");
  return Array.isArray(result) && result.length > 0;
}

/** The command that deploys need besides the Firebase CLI, and how to get it. */
const GCLOUD = "the Google Cloud CLI (gcloud)";
const GCLOUD_FROM = "https://cloud.google.com/sdk/docs/install, then open a new terminal";
const GCLOUD_UPDATE = "gcloud components update, or the package manager that installed it";
const GCLOUD_BETA = "gcloud components install beta, or the package manager that installed gcloud";

/**
 * Runs gcloud without input, so that it can't ask or install anything; returns its output, or null
 * if it failed.
 */
const runGcloud: Cli = (...args) => {
  const { status, stdout } = spawnSync("gcloud", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
    shell: process.platform === "win32",
  });
  return status === 0 ? stdout : null;
};

/**
 * Whether gcloud is here, new enough and with its beta commands. Only a deployment needs it, so
 * without a project nothing of it is missing.
 */
export function gcloudFindings(forProject: boolean, gcloud = runGcloud): DeployFinding[] {
  const version = gcloud("--version");
  const found =
    version === null
      ? [findingUnless(false, `${GCLOUD}, for a deployment`, GCLOUD_FROM)]
      : [
          findingUnless(true, `${GCLOUD}: ${/[\d.]+/.exec(version)?.[0] ?? ""}`, GCLOUD_FROM),
          // Added in 2025; an older gcloud has it only under alpha.
          findingUnless(
            gcloud("monitoring", "policies", "create", "--help") !== null,
            `${GCLOUD}, new enough for alerts`,
            GCLOUD_UPDATE,
          ),
          // Asking for the help of a beta command could install it.
          findingUnless(/^beta /m.test(version), `${GCLOUD}, with its beta commands`, GCLOUD_BETA),
        ];
  return found.map((each) =>
    each.mend !== null && !forProject ? { ...each, isForLater: true } : each,
  );
}

/** Checks what this machine has for `npm start`, `npm test` and `npm run deploy`. */
export async function machineFindings(forProject: boolean): Promise<DeployFinding[]> {
  const { platform, versions } = process;
  const npm =
    spawnSync("npm", ["--version"], { encoding: "utf8", shell: platform === "win32" }).stdout ?? "";
  const { node } = versions;
  const hasNode22 = (await node22.find()) !== null || (await node22.methods[0]?.isOpen()) === true;
  return [
    findingUnless(
      isNode(node),
      `Node 20.19 or newer: ${node}`,
      "install Node 22 (https://nodejs.org)",
    ),
    findingUnless(
      Number.parseInt(npm, 10) >= 10,
      `npm 10 or newer: ${npm.trim()}`,
      "npm install -g npm@11",
    ),
    await found(java, "npm start"),
    await found(emulators, "npm start"),
    await found(browser, "npm test"),
    findingUnless(
      hasNode22,
      `${node22.name}, or a way to it`,
      `install Node 22 (${installCommand(node22, platform)})`,
    ),
    ...gcloudFindings(forProject),
  ];
}

async function found(need: Need<unknown>, by: string): Promise<DeployFinding> {
  const mend = `${by} brings it where it can; or ${installCommand(need, process.platform)}`;
  return findingUnless((await need.find()) !== null, need.name, mend);
}

/** Whether this version of Node runs the product's scripts. */
export function isNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

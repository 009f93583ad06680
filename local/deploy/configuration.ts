import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { root } from "../places.ts";
import { type DeployFinding, unless } from "./findings.ts";

type Values = Record<string, string | undefined>;

/** The settings of a project's two programs. */
export interface Configuration {
  /** `functions/.env` and `functions/.env.PROJECT`, as the Firebase CLI reads them. */
  functions: Values;
  /** What Vite reads for a build, and what the environment sets. */
  page: Values;
}

/** Reads the files of a project; one that is not there holds nothing. */
export function readConfiguration(project: string, folder = root, env: Values = process.env): Configuration {
  const values = (...names: string[]): Values =>
    Object.assign({}, ...names.map((name) => valuesOf(join(folder, name))));
  const page = values("web/.env", "web/.env.local", "web/.env.production", "web/.env.production.local");
  const set = Object.entries(env).filter(([name]) => name.startsWith("VITE_"));
  return {
    functions: values("functions/.env", `functions/.env.${project}`),
    page: { ...page, ...Object.fromEntries(set) },
  };
}

function valuesOf(path: string): Values {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

const client = /^[\w-]+\.apps\.googleusercontent\.com$/;
const extension = /^[a-p]{32}$/;
const account = /^[a-z][a-z0-9-]{4,28}[a-z0-9]@([a-z0-9-]+\.iam\.gserviceaccount\.com)?$/;
const number = /^\d+(\.\d+)?$/;

/** What only a developer's machine sets, and what belongs to Secret Manager. */
const localOnly = /^(FUNCTIONS_EMULATOR|GOOGLE_LOCAL_BASE|.*_EMULATOR_HOST)$/;
const secret = /^(GOOGLE_CLIENT_SECRET|TOKEN_ENCRYPTION_KEY)$/;

/** Looks at a project's configuration: each thing that must be so, with the line that mends it. */
export function configurationFindings(project: string, { functions, page }: Configuration): DeployFinding[] {
  const theirs = `functions/.env.${project}`;
  const ours = "web/.env.production.local";
  const clientId = functions.GOOGLE_CLIENT_ID ?? "";
  const extensionId = functions.EXTENSION_ID ?? "";
  const of = (test: RegExp, names: Values) => Object.keys(names).filter((name) => test.test(name));
  const foreign = [...of(localOnly, functions), ...of(secret, functions)].join(", ");
  const local = of(/^VITE_(GIS_SRC|AUTH_EMULATOR)$/, page).join(", ");
  const isWrong = (test: RegExp) => (name: string) => !test.test(functions[name] ?? "");
  const numbers = of(/^(MAX_|SEND_RATE_)/, functions)
    .filter(isWrong(number))
    .join(", ");
  const accounts = of(/_SERVICE_ACCOUNT$/, functions)
    .filter(isWrong(account))
    .join(", ");
  const write = (file: string, text: string) => `write into ${file}: ${text}`;
  const wanted = `=${clientId || SOME_ID}`;
  const isExtension = functions.EXTENSION_ID !== undefined && (extensionId === "" || extension.test(extensionId));
  const isSameClient = page.VITE_GOOGLE_CLIENT_ID === clientId && clientId !== "";
  const isSameExtension = (page.VITE_EXTENSION_ID ?? "") === extensionId;
  const found: [is: boolean, what: string, mend: string][] = [
    [client.test(clientId), `the OAuth client id in ${theirs}`, write(theirs, `GOOGLE_CLIENT_ID=${SOME_ID}`)],
    [isExtension, `the extension's id in ${theirs}, empty until it is published`, write(theirs, "EXTENSION_ID=")],
    [isSameClient, `the same client id for the page, in ${ours}`, write(ours, `VITE_GOOGLE_CLIENT_ID${wanted}`)],
    [
      isSameExtension,
      `the same extension id for the page, in ${ours}`,
      write(ours, `VITE_EXTENSION_ID=${extensionId}`),
    ],
    [none(foreign), `nothing in ${theirs} (or functions/.env) that is local or secret`, `take out of it: ${foreign}`],
    [
      none(local),
      "nothing for the page that points to a local stack",
      `take out of web/.env… and the environment: ${local}`,
    ],
    [none(accounts), `service accounts, where they are set in ${theirs}`, `${AN_ACCOUNT}: ${accounts}`],
    [none(numbers), `numbers as limits in ${theirs}`, `give a number to: ${numbers}`],
  ];
  return found.map(([is, what, mend]) => unless(is, what, mend));
}

const SOME_ID = "….apps.googleusercontent.com";
const AN_ACCOUNT = "write as name@ or name@PROJECT.iam.gserviceaccount.com";
const none = (names: string) => names === "";

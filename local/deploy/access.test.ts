import { posix } from "node:path";
import { expect, it } from "vitest";
import { files, read } from "../../test/repository.ts";
import { access, accessCommands, type DeployedFunction, functionNames } from "./access.ts";

/** Calls of Google's libraries, and the permission that each needs on the project or the bucket. */
const CALLS: [call: RegExp, permissions: string[]][] = [
  [/firestore\(\)/, ["datastore.entities"]],
  [/auth\(\)\s*\.(getUser\w*|getUsers)\(/, ["firebaseauth.users.get"]],
  [/auth\(\)\s*\.verifyIdToken\(\w+, true\)/, ["firebaseauth.users.get"]],
  [/auth\(\)\s*\.verifyIdToken\(\w+\)/, []],
  [/auth\(\)\s*\.deleteUser\(/, ["firebaseauth.users.delete"]],
  [/auth\(\)\s*\.revokeRefreshTokens\(/, ["firebaseauth.users.update"]],
  [/bucket\(\)\.file\(\w+\)\.save\(/, ["storage.objects.create"]],
  [/target\.createWriteStream\(/, ["storage.objects.create"]],
  [
    /bucket\(\)\.combine\(/,
    ["storage.objects.get", "storage.objects.create", "storage.objects.delete"],
  ],
  [/from\.file\(\w+\)\.getSignedUrl\(/, ["storage.objects.get", "iam.serviceAccounts.signBlob"]],
  [/from\.file\(\w+\)\.download\(/, ["storage.objects.get"]],
  [/plainDownload\(from, /, ["storage.objects.get"]],
  [/bucket\(\)\.file\(\w+\)\.copy\(/, ["storage.objects.get", "storage.objects.create"]],
  [/bucket\(\)\.file\(\w+\)\.delete\(/, ["storage.objects.delete"]],
  [/bucket\(\)\.getFiles\(/, ["storage.objects.list"]],
  [/bucket\(\)\.deleteFiles\(/, ["storage.objects.list", "storage.objects.delete"]],
];
/**
 * Every use of a library; each must be one of the calls above. `bucket().file(…)` alone calls
 * nothing, nor does `bucket()` as a default or under another name, whose own calls are uses.
 */
const USE =
  /\b(?:auth|bucket)\(\)(?!: |;\n {2}(?:made|const))(?!\.file\(\w+\);)(?!,\n\))|\bfrom\.file\(/g;

/**
 * What each role allows, of the permissions above
 * (https://cloud.google.com/iam/docs/roles-permissions).
 */
const ROLES: Record<string, string[]> = {
  "roles/datastore.user": ["datastore.entities"],
  "roles/firebaseauth.viewer": ["firebaseauth.users.get"],
  "roles/firebaseauth.admin": [
    "firebaseauth.users.get",
    "firebaseauth.users.delete",
    "firebaseauth.users.update",
  ],
  "roles/storage.objectViewer": ["storage.objects.get", "storage.objects.list"],
  "roles/storage.objectUser": ["get", "list", "create", "delete"].map(
    (name) => `storage.objects.${name}`,
  ),
  "roles/iam.serviceAccountTokenCreator": ["iam.serviceAccounts.signBlob"],
};

interface Definition {
  path: string;
  body: string;
}

const ENGINE = "functions/src/features/sends/engine.ts";
const server = files.filter((path) => /^functions\/src\/.*(?<!\.test)\.ts$/.test(path));
const codeOf = (path: string) => read(path).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, "");

/** Every top-level function, class and constant of the server, as `path name`. */
const all = new Map<string, Definition>();
/** The place of each imported name: `path name` to `path name`. */
const imported = new Map<string, string>();
for (const path of server) {
  const code = codeOf(path);
  const begins = [
    ...code.matchAll(/^(?:export )?(?:async )?(?:function\*?|class|const|let) (\w+)/gm),
  ];
  begins.forEach((begin, i) => {
    all.set(`${path} ${begin[1]}`, { path, body: code.slice(begin.index, begins[i + 1]?.index) });
  });
  for (const [, name, from = ""] of code.matchAll(/import \* as (\w+) from "(\.[^"]+)"/g))
    imported.set(`${path} * ${name}`, posix.join(path, "..", from));
  for (const [, names = "", from = ""] of code.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g))
    for (const [, name, as = name] of names.matchAll(/(?<!type )\b(\w+)(?: as (\w+))?/g))
      imported.set(`${path} ${as}`, `${posix.join(path, "..", from)} ${name}`);
}

/**
 * The bodies that can be reached from here: each name that a body has from its file or an import,
 * or of the engine's ledger.
 */
function reachable(from: [path: string, name: string][]): Set<Definition> {
  const reached = new Set<Definition>();
  const visit = (place: string) => {
    const found = all.get(place);
    if (!found || reached.has(found) || /engine\.ts (realEngine|ledger)$/.test(place)) return;
    reached.add(found);
    for (const [word] of found.body.matchAll(/\b[a-zA-Z]\w*\b/g)) {
      const own = `${found.path} ${word}`;
      visit(all.has(own) ? own : (imported.get(own) ?? ""));
    }
    for (const [, word] of found.body.matchAll(/\bengine\.(?:ledger\.)?(\w+)|\bledger\.(\w+)/g))
      visit(imported.get(`${ENGINE} ${word}`) ?? "");
    for (const [, space, word] of found.body.matchAll(/\b(\w+)\.(\w+)/g))
      visit(`${imported.get(`${found.path} * ${space}`)} ${word}`);
  };
  for (const [path, name] of from) visit(`functions/src/${path} ${name}`);
  return reached;
}

/**
 * What each function begins with. The worker and the sweep use the ledger's functions by name: the
 * list of all of them isn't followed.
 */
const BEGINS: Record<DeployedFunction, [path: string, name: string][]> = {
  api: [["app.ts", "createApp"]],
  sendWorker: [["features/sends/work/worker.ts", "work"]],
  exportWorker: [["features/account/export/work.ts", "workOnExport"]],
  sweep: [
    ["features/sends/maintenance/sweep.ts", "sweep"],
    ["features/account/export/work.ts", "sweepExports"],
    ["store/uploads.ts", "deleteOldUploads"],
    ...["finishDeletions", "findDeletedUsers", "endOrphanGrants"].map((name): [string, string] => [
      "features/account/deleteAccount.ts",
      name,
    ]),
  ],
};

const needs = (name: DeployedFunction) => {
  const bodies = [...reachable(BEGINS[name])].map(({ body }) => body);
  const needed = CALLS.filter(([call]) => bodies.some((body) => call.test(body)));
  return [...new Set(needed.flatMap(([, permissions]) => permissions))].sort();
};

it("knows every call of Google's libraries", () => {
  const uses = [...all.values()].flatMap(({ path, body }) =>
    [...body.matchAll(USE)].map(({ index }) => ({ path, call: body.slice(index, index + 80) })),
  );
  expect(uses.length).toBeGreaterThan(10);
  const isKnown = (call: string) => CALLS.some(([known]) => call.search(known) === 0);
  expect(uses.filter(({ call }) => !isKnown(call))).toEqual([]);
});

it.each(functionNames)(
  "%s has a role for each of its calls, and no role that it doesn't need",
  (name) => {
    // What a task needs on its account isn't among the calls.
    const itself = access[name].itself.filter((role) => role !== "roles/iam.serviceAccountUser");
    const roles = [...access[name].project, ...access[name].bucket, ...itself];
    const allowed = (these: readonly string[]) => these.flatMap((role) => ROLES[role] ?? []);
    const needed = needs(name);
    expect(needed.filter((permission) => !allowed(roles).includes(permission))).toEqual([]);
    const weaker: Record<string, string> = {
      "roles/firebaseauth.admin": "roles/firebaseauth.viewer",
      "roles/storage.objectUser": "roles/storage.objectViewer",
    };
    for (const role of roles) {
      const others = roles.filter((one) => one !== role);
      const least = weaker[role] === undefined ? others : [...others, weaker[role]];
      expect(
        needed.every((permission) => allowed(least).includes(permission)),
        role,
      ).toBe(false);
    }
  },
);

it("the worker only reads: no call of it deletes a user or changes a file", () => {
  expect(needs("sendWorker")).toEqual([
    "datastore.entities",
    "firebaseauth.users.get",
    "storage.objects.get",
  ]);
});

it("prints a command for each role of each account", () => {
  const commands = accessCommands("ours", "ours.firebasestorage.app");
  // The first time, no account is there: that is no error.
  const asked = commands.filter((each) => each.includes(" describe "));
  expect(asked).toHaveLength(functionNames.length);
  for (const each of asked)
    expect(each).toContain(">/dev/null 2>&1 || gcloud iam service-accounts create");
  for (const name of functionNames) {
    const { account, project, bucket, itself } = access[name];
    expect(itself).toContain("roles/iam.serviceAccountUser");
    for (const role of [...project, ...bucket, ...itself]) {
      const member = `--member=serviceAccount:${account}@ours.iam.gserviceaccount.com`;
      expect(commands.some((each) => each.includes(`${member} --role=${role}`))).toBe(true);
    }
  }
});

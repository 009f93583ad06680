import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { files, read } from "../../test/repository.ts";
import { access, emailOf, functionNames } from "./access.ts";
import { cloudFindings } from "./cloud.ts";
import { APIS, enableCommands } from "./projectFindings.ts";

/**
 * What Google's APIs and the page answer for a project that lacks nothing, by path: the doctor's
 * own calls go there.
 */
type Answers = Record<string, unknown>;

const member = (name: (typeof functionNames)[number]) => `serviceAccount:${emailOf(name, "ours")}`;
const all = functionNames.map(member);
const policy = (...bindings: [role: string, members: string[]][]) => ({
  bindings: bindings.map(([role, members]) => ({ role, members })),
});
const given = (on: "project" | "bucket") =>
  functionNames.flatMap((name) =>
    access[name][on].map((role): [string, string[]] => [role, [member(name)]]),
  );

const DATABASE = "/v1/projects/ours/databases/(default)";
const PLACE = "projects/ours/locations/europe-west1";

/** Google's answer about the quotas of Cloud Run: less everywhere than in our region. */
const cpus = (here: string) => ({
  metrics: [
    { metric: "run.googleapis.com/memory_allocation" },
    {
      metric: "run.googleapis.com/cpu_allocation",
      consumerQuotaLimits: [
        {
          quotaBuckets: [
            { effectiveLimit: "20000" },
            { effectiveLimit: here, dimensions: { region: "europe-west1" } },
          ],
        },
      ],
    },
  ],
});

const indexes = (
  JSON.parse(read("firestore.indexes.json")).indexes as {
    collectionGroup: string;
    fields: object[];
  }[]
).map(({ collectionGroup, fields }, i) => ({
  name: `projects/ours/databases/(default)/collectionGroups/${collectionGroup}/indexes/${i}`,
  fields: [...fields, { fieldPath: "__name__", order: "ASCENDING" }],
  state: "READY",
}));

const lifecycle = (): { rule: object[] } => JSON.parse(read("storage.lifecycle.json")).lifecycle;

function whole(): Answers {
  const version = { name: "projects/1/secrets/S/versions/2", state: "ENABLED" };
  const destroyed = { name: "projects/1/secrets/S/versions/1", state: "DESTROYED" };
  const field = (group: string) => ({
    name: `projects/ours/databases/(default)/collectionGroups/${group}/fields/expireAt`,
    ttlConfig: { state: "ACTIVE" },
  });
  const secretPolicy = policy(["roles/secretmanager.secretAccessor", all]);
  const alerts: object[] = JSON.parse(read("alerts.json"));
  return {
    "GET /v1/projects/ours/billingInfo": {
      billingEnabled: true,
      billingAccountName: "billingAccounts/B",
    },
    "GET /v1/billingAccounts/B/budgets": {
      budgets: [{ budgetFilter: { projects: ["projects/1"] } }],
    },
    "GET /v1/projects/ours/services": {
      services: APIS.map((name) => ({ config: { name }, state: "ENABLED" })),
    },
    "GET /v1beta1/projects/ours/webApps": { apps: [{ appId: "1:1:web:1" }] },
    "GET /v2/projects/ours/defaultSupportedIdpConfigs/google.com": { enabled: true },
    [`GET ${DATABASE}`]: {
      type: "FIRESTORE_NATIVE",
      locationId: "europe-west1",
      deleteProtectionState: "DELETE_PROTECTION_ENABLED",
      pointInTimeRecoveryEnablement: "POINT_IN_TIME_RECOVERY_DISABLED",
    },
    [`GET ${DATABASE}/backupSchedules`]: {},
    [`GET ${DATABASE}/collectionGroups/-/indexes`]: { indexes },
    [`GET ${DATABASE}/collectionGroups/-/fields`]: {
      fields: ["rows", "snapshot", "versions", "keptCounts", "rates"].map(field),
    },
    "GET /storage/v1/b": { items: [{ name: "ours.firebasestorage.app" }] },
    "GET /storage/v1/b/ours.firebasestorage.app": {
      location: "EUROPE-WEST1",
      lifecycle: lifecycle(),
      softDeletePolicy: { retentionDurationSeconds: "0" },
    },
    "GET /storage/v1/b/ours.firebasestorage.app/iam": policy(...given("bucket")),
    "GET /v3/projects/ours": { name: "projects/1" },
    "POST /v3/projects/ours:getIamPolicy": policy(
      [
        "roles/cloudbuild.builds.builder",
        ["serviceAccount:1-compute@developer.gserviceaccount.com"],
      ],
      ...given("project"),
    ),
    "GET /v1/projects/ours/secrets/GOOGLE_CLIENT_SECRET/versions": {
      versions: [version, destroyed],
    },
    "GET /v1/projects/ours/secrets/TOKEN_ENCRYPTION_KEY/versions": { versions: [version] },
    "GET /v1/projects/ours/secrets/GOOGLE_CLIENT_SECRET:getIamPolicy": secretPolicy,
    "GET /v1/projects/ours/secrets/TOKEN_ENCRYPTION_KEY:getIamPolicy": secretPolicy,
    ...Object.fromEntries(
      functionNames.flatMap((name) => [
        [
          `GET /v2/${PLACE}/functions/${name}`,
          { state: "ACTIVE", serviceConfig: { serviceAccountEmail: emailOf(name, "ours") } },
        ],
        [
          `POST /v1/projects/ours/serviceAccounts/${emailOf(name, "ours")}:getIamPolicy`,
          policy(...access[name].itself.map((role): [string, string[]] => [role, [member(name)]])),
        ],
      ]),
    ),
    ...Object.fromEntries(
      ["api", "sendworker", "exportworker", "sweep"].map((name) => [
        `GET /v2/${PLACE}/services/${name}`,
        { traffic: [{ type: "TRAFFIC_TARGET_ALLOCATION_TYPE_LATEST", percent: 100 }] },
      ]),
    ),
    [`GET /v2/${PLACE}/services/api:getIamPolicy`]: policy(["roles/run.invoker", ["allUsers"]]),
    "GET /v1beta1/projects/ours/services/run.googleapis.com/consumerQuotaMetrics": cpus("100000"),
    ...Object.fromEntries(
      (
        [
          ["sendWorker", 400],
          ["exportWorker", 10],
        ] as const
      ).flatMap(([name, maxConcurrentDispatches]) => [
        [
          `GET /v2/${PLACE}/services/${name.toLowerCase()}:getIamPolicy`,
          policy(["roles/run.invoker", all]),
        ],
        [
          `POST /v2/${PLACE}/queues/${name}:getIamPolicy`,
          policy(["roles/cloudtasks.enqueuer", all]),
        ],
        [
          `GET /v2/${PLACE}/queues/${name}`,
          { state: "RUNNING", rateLimits: { maxConcurrentDispatches } },
        ],
      ]),
    ),
    [`GET /v1/${PLACE}/jobs`]: { jobs: [{ state: "ENABLED", schedule: "* * * * *" }] },
    "GET /v3/projects/ours/alertPolicies": {
      alertPolicies: alerts.map((one) => ({
        ...one,
        notificationChannels: ["projects/ours/notificationChannels/1"],
      })),
    },
    "GET /__/firebase/init.json": { apiKey: "key" },
  };
}

let server: Server;
let address: string;
let answers: Answers;
let headersOf: (path: string) => Record<string, string>;
let largestBody: number;
let asked: string[];

const rules: { source: string; headers: { key: string; value: string }[] }[] = JSON.parse(
  read("firebase.json"),
).hosting.headers;
const hosting = (path: string) => {
  const sources = [path === "/mail.html" ? "/mail.html" : "!/mail.html", "!/api/**"];
  const headers = rules
    .filter(({ source }) => sources.includes(source))
    .flatMap((rule) => rule.headers);
  return Object.fromEntries(headers.map(({ key, value }) => [key, value]));
};

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "", "http://stand-in").pathname);
    const key = `${request.method} ${path}`;
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    asked.push(key);
    if (path === "/" || path === "/mail.html") response.writeHead(200, headersOf(path)).end();
    else if (path === "/api/demo/preview")
      response.writeHead(bytes > largestBody ? 413 : 400).end();
    else if (answers[key] === undefined) response.writeHead(403).end("{}");
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(answers[key]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  answers = whole();
  headersOf = hosting;
  largestBody = 16_384;
  asked = [];
});

const findings = () =>
  cloudFindings({
    project: "ours",
    region: "europe-west1",
    workers: 100,
    named: "europe-west1 (Belgium)",
    origin: address,
    google: { rootUrl: address },
  });
const missing = async () =>
  (await findings()).filter(({ mend }) => mend !== null).map(({ what }) => what);

describe("the doctor, at stand-ins of Google's APIs", () => {
  it("finds nothing missing in a complete project, and asks for everything that the stand-ins know", async () => {
    expect(await missing()).toEqual([]);
    expect(Object.keys(answers).filter((key) => !asked.includes(key))).toEqual([]);
  });

  const database = (change: object) => (): Answers => ({
    [`GET ${DATABASE}`]: { ...(whole()[`GET ${DATABASE}`] as object), ...change },
  });
  const bucket = (change: object) => (): Answers => {
    const path = "GET /storage/v1/b/ours.firebasestorage.app";
    return { [path]: { ...(whole()[path] as object), ...change } };
  };
  it.each<[what: string, change: () => Answers]>([
    [
      "the plan Blaze",
      () => ({ "GET /v1/projects/ours/billingInfo": { billingAccountName: "billingAccounts/B" } }),
    ],
    [
      "a budget alert",
      () => ({
        "GET /v1/billingAccounts/B/budgets": {
          budgets: [{ budgetFilter: { projects: ["projects/2"] } }],
        },
      }),
    ],
    ["every API that is needed", () => ({ "GET /v1/projects/ours/services": { services: [] } })],
    ["a web app", () => ({ "GET /v1beta1/projects/ours/webApps": {} })],
    [
      "Google as a way to sign in",
      () => ({ "GET /v2/projects/ours/defaultSupportedIdpConfigs/google.com": { enabled: false } }),
    ],
    ["a database in native mode", database({ type: "DATASTORE_MODE" })],
    [
      "delete protection of the database",
      database({ deleteProtectionState: "DELETE_PROTECTION_DISABLED" }),
    ],
    [
      "no point-in-time recovery, which keeps deleted data",
      database({ pointInTimeRecoveryEnablement: "POINT_IN_TIME_RECOVERY_ENABLED" }),
    ],
    [
      "no scheduled backups, which keep deleted data",
      () => ({ [`GET ${DATABASE}/backupSchedules`]: { backupSchedules: [{}] } }),
    ],
    [
      "every index, READY",
      () => ({
        [`GET ${DATABASE}/collectionGroups/-/indexes`]: {
          indexes: indexes.map((one, i) => ({ ...one, state: i === 0 ? "READY" : "CREATING" })),
        },
      }),
    ],
    [
      "every TTL policy, ACTIVE",
      () => ({ [`GET ${DATABASE}/collectionGroups/-/fields`]: { fields: [] } }),
    ],
    ["every location in VITE_DATA_REGION", database({ locationId: "nam5" })],
    ["every location in VITE_DATA_REGION", bucket({ location: "US" })],
    ["the bucket's lifecycle", bucket({ lifecycle: {} })],
    ["the bucket's lifecycle", bucket({ lifecycle: { rule: lifecycle().rule.slice(0, 1) } })],
    [
      "no soft delete in the bucket",
      bucket({ softDeletePolicy: { retentionDurationSeconds: "604800" } }),
    ],
    [
      "sendWorker: its queue",
      () => ({ [`GET /v2/${PLACE}/queues/sendWorker`]: { state: "PAUSED" } }),
    ],
    [
      "exportWorker: its queue",
      () => ({ [`GET /v2/${PLACE}/queues/exportWorker`]: { state: "PAUSED" } }),
    ],
    [
      "quota for 100 instances of the worker, of 1 CPU each",
      () => ({
        "GET /v1beta1/projects/ours/services/run.googleapis.com/consumerQuotaMetrics":
          cpus("20000"),
      }),
    ],
    [
      "quota for 100 instances of the worker, of 1 CPU each",
      () => ({ "GET /v1beta1/projects/ours/services/run.googleapis.com/consumerQuotaMetrics": {} }),
    ],
    ["api, open to everyone", () => ({ [`GET /v2/${PLACE}/services/api:getIamPolicy`]: policy() })],
    [
      "sweep: every call to the latest revision",
      () => ({
        [`GET /v2/${PLACE}/services/sweep`]: {
          traffic: [
            {
              type: "TRAFFIC_TARGET_ALLOCATION_TYPE_REVISION",
              revision: "sweep-00001",
              percent: 100,
            },
          ],
        },
      }),
    ],
    [
      "the sweep's schedule",
      () => ({ [`GET /v1/${PLACE}/jobs`]: { jobs: [{ state: "PAUSED" }] } }),
    ],
    ["every alert policy, with a channel", () => ({ "GET /v3/projects/ours/alertPolicies": {} })],
    [
      "one version of TOKEN_ENCRYPTION_KEY",
      () => ({
        "GET /v1/projects/ours/secrets/TOKEN_ENCRYPTION_KEY/versions": {
          versions: [{ state: "ENABLED" }, { state: "DISABLED" }],
        },
      }),
    ],
    ["the page's Firebase configuration", () => ({ "GET /__/firebase/init.json": {} })],
  ])("finds that this is missing: %s", async (what, change) => {
    Object.assign(answers, change());
    expect(await missing()).toEqual([what]);
  });

  it("accepts an api that is open without a role, and a quota without a limit", async () => {
    answers[`GET /v2/${PLACE}/services/api`] = { invokerIamDisabled: true };
    answers[`GET /v2/${PLACE}/services/api:getIamPolicy`] = policy();
    answers["GET /v1beta1/projects/ours/services/run.googleapis.com/consumerQuotaMetrics"] =
      cpus("-1");
    expect(await missing()).toEqual([]);
  });

  const OWN = "running as its own account, which has its roles and no other";

  it("finds a role that is missing, and one too many", async () => {
    answers[`POST /v2/${PLACE}/queues/sendWorker:getIamPolicy`] = policy([
      "roles/cloudtasks.enqueuer",
      all.slice(1),
    ]);
    expect(await missing()).toEqual([`api: ${OWN}`]);
    answers = whole();
    const key = "POST /v3/projects/ours:getIamPolicy";
    (answers[key] as ReturnType<typeof policy>).bindings.push({
      role: "roles/editor",
      members: [member("sweep")],
    });
    expect(await missing()).toEqual([`sweep: ${OWN}`]);
    answers = whole();
    const ofApi = `POST /v1/projects/ours/serviceAccounts/${emailOf("api", "ours")}:getIamPolicy`;
    answers[ofApi] = policy(["roles/iam.serviceAccountUser", [member("api")]]);
    expect(await missing()).toEqual([`api: ${OWN}`]);
  });

  it("finds headers that Hosting doesn't send, and a body that isn't refused", async () => {
    headersOf = (path) => (path === "/" ? {} : hosting(path));
    largestBody = 1_000_000;
    expect(await missing()).toEqual(["the headers of /", "an oversized body, refused with 413"]);
  });

  it("destroys an old version of a secret, and not only lists it", async () => {
    const versions = { versions: [{ state: "ENABLED" }, { state: "ENABLED" }] };
    answers["GET /v1/projects/ours/secrets/GOOGLE_CLIENT_SECRET/versions"] = versions;
    const [found] = (await findings()).flatMap(({ mend }) => mend ?? []);
    expect(found).toContain(
      "gcloud secrets versions destroy NUMBER --secret GOOGLE_CLIENT_SECRET --project ours",
    );
  });

  it("names Google's answer if it refuses one", async () => {
    delete answers["GET /v1beta1/projects/ours/webApps"];
    const found = (await findings()).filter(({ mend }) => mend !== null);
    expect(found.map(({ mend }) => mend)).toEqual([
      "Google answered 403. npx firebase apps:create WEB Sendwright --project ours",
    ]);
  });
});

describe("the APIs", () => {
  /** The APIs that each call enables. */
  const calls = (text: string) =>
    [...text.matchAll(/services enable ((?:[^&`]|\\\n)+?)(?=&&|`|\n(?! {2})|$)/g)].map(
      ([, words = ""]) => [...words.matchAll(/[a-z]+\.googleapis\.com/g)].map(([name]) => name),
    );

  it.each([
    ["the doctor's fix", enableCommands("ours")],
    ["step 3 of docs/deploy.md", read("docs/deploy.md").split(/^## /m)[3] ?? ""],
  ])("%s enables all of them, in calls of at most 20", (_, text) => {
    const found = calls(text);
    expect(found.flat().sort()).toEqual([...APIS].sort());
    for (const these of found) expect(these.length).toBeLessThanOrEqual(20);
  });
});

describe("the alert policies", () => {
  const policies: Record<string, unknown>[] = JSON.parse(read("alerts.json"));
  /** Google's own description of the API, of which its client was generated. */
  const schemas = read("node_modules/googleapis/build/src/apis/monitoring/v3.d.ts");

  function fieldsOf(schema: string): Map<string, string> {
    const [, body = ""] =
      new RegExp(`interface Schema\\$${schema} \\{\\n([\\s\\S]*?)\\n {4}\\}`).exec(schemas) ?? [];
    const fields = body.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(/^ {8}(\w+)\?: (.+);$/gm);
    return new Map([...fields].map(([, name = "", type = ""]) => [name, type]));
  }

  /** The places of a value that its schema doesn't know. */
  function strange(value: unknown, type: string, place: string): string[] {
    const of = /Schema\$(\w+)/.exec(type)?.[1];
    if (Array.isArray(value))
      return type.includes("[]")
        ? value.flatMap((one, i) => strange(one, type.replace("[]", ""), `${place}[${i}]`))
        : [place];
    if (of === undefined) return type.startsWith(typeof value) ? [] : [place];
    const fields = fieldsOf(of);
    return Object.entries(value as object).flatMap(([name, one]) => {
      const known = fields.get(name);
      return known === undefined ? [`${place}.${name}`] : strange(one, known, `${place}.${name}`);
    });
  }

  test.each(policies.map((each) => [String(each.displayName), each]))(
    "%s: each field is one of Google's schema",
    (_, each) => {
      expect(strange(each, "Schema$AlertPolicy", "policy")).toEqual([]);
      const limit = (each.alertStrategy as { notificationRateLimit?: unknown })
        .notificationRateLimit;
      // Google requires it for these, and refuses it for the others.
      expect(limit !== undefined).toBe(JSON.stringify(each).includes("conditionMatchedLog"));
    },
  );

  it("finds what the schema doesn't know", () => {
    expect(
      strange(
        { displayname: "", enabled: "yes", conditions: [{ filter: "" }] },
        "Schema$AlertPolicy",
        "policy",
      ),
    ).toEqual(["policy.displayname", "policy.enabled", "policy.conditions[0].filter"]);
  });

  it("wait for lines that the server logs, and each has its place in docs/operate.md", () => {
    const server = files
      .filter((path) => /^functions\/src\/.*(?<!\.test)\.ts$/.test(path))
      .map(read)
      .join("\n");
    const messages = [
      ...JSON.stringify(policies).matchAll(/jsonPayload\.message=\\"(.+?)\\"/g),
    ].map(([, one]) => one);
    expect(messages).toHaveLength(3);
    expect(
      messages.filter((message) => !new RegExp(`log(Warning|Error)\\("${message}"`).test(server)),
    ).toEqual([]);
    for (const { displayName } of policies)
      expect(read("docs/operate.md")).toContain(
        `| ${String(displayName).replace("Sendwright: ", "")} |`,
      );
  });
});

import { DEFAULT_FORMATS, DEFAULT_LIMITS } from "@sendwright/core/contract";
import { checkList } from "@sendwright/core/list/check";
import type { List } from "@sendwright/core/list/list";
import { uploadOf } from "@sendwright/core/list/upload";
import { parseTemplate } from "@sendwright/core/placeholders";
import { afterAll, beforeAll } from "vitest";
import type { Answer, Api, Person, TestFile } from "./harness.ts";
import { aTemplate, connectedPerson, testEngine } from "./sendsWorld.ts";
import { startSendsApi } from "./servers.ts";

/** Who sends, with what, and where to. */
interface World {
  api: Api;
  person: Person;
  template: string;
}

type Form = Record<string, string>;

/** The header row of a file that fits the template of these tests. */
export const HEADERS = "Full Name,Email,Offer,Contact";

/** A file of this many bytes. */
export function attachment(name: string, bytes: number): TestFile {
  return { field: "attachments", name, content: new Uint8Array(bytes).fill(65) };
}

/**
 * Before a file's tests: the send calls, a person who may send and a template. Closes them
 * afterwards.
 */
export function sendingWorld(): () => World {
  let world: World;
  beforeAll(async () => {
    const [api, person] = [
      await startSendsApi(testEngine({ patience: 3_600_000 })),
      await connectedPerson(),
    ];
    const template = await aTemplate(person.uid, {
      subject: "Hello {{Full Name}}",
      body: "<p>{{Offer|dropdown:Discount,Free Trial}} for {{Contact|email}}</p>",
    });
    world = { api, person, template };
  });
  afterAll(() => world.api.close());
  return () => world;
}

/**
 * The calls that send, with everything they need; the given fields override. The world is asked for
 * at each call.
 */
export function sendForms(world: () => World) {
  function post(path: string, form: Form, files: TestFile[] = []): Promise<Answer> {
    return world().api.request("POST", path, { token: world().person.token, form, files });
  }
  function direct(form: Form, files: TestFile[] = []): Promise<Answer> {
    const variables = JSON.stringify({
      "Full Name": "Bo",
      Offer: "Discount",
      Contact: "c@example.org",
    });
    return post(
      "/api/send",
      { template_id: world().template, recipient: "bo@example.org", variables, ...form },
      files,
    );
  }
  function csv(form: Form, content: string | Uint8Array<ArrayBuffer> | null): Promise<Answer> {
    const file =
      content === null ? [] : [{ field: "csv_file", name: "a.csv", content, type: "text/csv" }];
    return post(
      "/api/send-bulk",
      { mode: "csv", template_id: world().template, recipient_template: "Email", ...form },
      file,
    );
  }
  /**
   * The call that a page makes with a checked list, for an email with this body whose values are
   * all in columns.
   */
  function uploaded(form: Form, list: List, { body }: { body: string }): Promise<Answer> {
    const { variables } = parseTemplate({ body });
    const writing = {
      variables,
      values: new Map<string, string>(),
      limit: DEFAULT_LIMITS.MAX_CSV_RECIPIENTS,
    };
    const checked = checkList(list, { ...DEFAULT_FORMATS, ...writing, subject: "", body });
    const {
      csv: content,
      recipient_template,
      rows_left_out,
      ...json
    } = uploadOf(list, checked, writing);
    const fields = Object.entries(json).map(([name, value]) => [name, JSON.stringify(value)]);
    const call = {
      recipient_template,
      rows_left_out: String(rows_left_out),
      ...Object.fromEntries(fields),
    };
    return csv({ ...call, ...form }, content);
  }
  function manual(form: Form, files: TestFile[] = []): Promise<Answer> {
    const composed = {
      template_id: "",
      subject: "Hi",
      body: "<p>Hi</p>",
      manual_recipients: "bo@example.org",
    };
    return post("/api/send-bulk", { mode: "manual", ...composed, ...form }, files);
  }

  return { direct, csv, uploaded, manual };
}

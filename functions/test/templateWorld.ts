import * as contract from "@sendwright/core/contract";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Answer, type Api, type Person, signIn, startApi, type TestFile } from "./harness.ts";
import { fields } from "./templateFiles.ts";

export let api: Api;
/** A new person in each test. */
export let ada: Person;

/** The whole API for a file's tests, and a new person for each of them. */
export function templateWorld(): void {
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    ada = await signIn(api);
  });
}

/** Creates a template of fields and files. */
export async function aTemplate(given: Partial<contract.TemplateFields> = {}, files: TestFile[] = [], owner = ada) {
  const created = await api.call(contract.createTemplate, { ...fields, ...given }, { token: owner.token, files });
  expect(created.status).toBe(201);
  return created.body.template;
}

export const upload = (id: string, given: TestFile, owner = ada): Promise<Answer> =>
  api.request("POST", `/api/template/${id}/attachments`, { token: owner.token, files: [given] });

import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { json } from "../../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { aFile, choose, findGrid, pick, server, startServer, visit } from "../bulkTesting.tsx";
import { aCheck, aList } from "../factories.ts";
import { largestEmail } from "./largestEmail.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const LIST = "Name,Email,Text\nAnn,ann@example.org,short\nBo,bo@example.org,a longer text\n";
const variables = [aVariable("Name"), aVariable("Text")];

async function questionFor(body: string) {
  server.templates = [aTemplate({ body, parsed_variables: variables })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile(LIST));
  await findGrid();
  await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
  return within(await screen.findByRole("alertdialog", { name: "Send 2 emails?" }));
}

describe("the largest email of a send", () => {
  it("has the longest values, each counted as often as the body has it", () => {
    const check = aCheck(aList("Email,Name,Text\na@x.org,aaaaa,b\nb@x.org,a,bbb\n"), variables);
    const nameOf = (body: string) => largestEmail(body, variables, check.rows)?.row.recipient;
    expect(nameOf("{{Name}} {{Text}}")).toBe("a@x.org");
    expect(nameOf("{{Name}} {{Text}} {{Text}} {{Text}}")).toBe("b@x.org");
    expect(largestEmail("{{Name}}", variables, [])).toBeNull();
  });

  it("is named in the question if Gmail would show only a part of it", async () => {
    const question = await questionFor(`<p>${"a".repeat(109_500)} {{Name}} {{Text}}</p>`);
    expect(
      question.getByText(
        "Gmail shows only the first part of emails over 102 kB. The one to bo@example.org has about 110 kB.",
      ),
    ).toBeInTheDocument();
  });

  it("isn't mentioned if Gmail shows all of it", async () => {
    const question = await questionFor(`<p>${"a".repeat(101_000)} {{Name}} {{Text}}</p>`);
    expect(question.queryByText(/Gmail shows only/)).toBeNull();
  });

  it("doesn't keep you from sending if it can't be rendered", async () => {
    const refusal = { error: "Too many previews.", reason: "rate_limited" };
    server.instead = { "POST /api/preview": () => json(429, refusal) };
    const question = await questionFor(`<p>${"a".repeat(109_500)} {{Name}} {{Text}}</p>`);
    expect(question.getByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
    expect(question.queryByText(/Gmail shows only/)).toBeNull();
  });
});

import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aSendAnswer } from "../../../testing/sendFactories.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { aFile, choose, findGrid, pick, server, startServer, visit } from "../bulkTesting.tsx";
import type { SendQuestionInput } from "./sendQuestion.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** The question about a list of this many parents, each of a child of their own. */
async function questionFor(count: number) {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Child")] })];
  const { user } = await visit();
  await choose(user, "Invitation");
  const lines = Array.from({ length: count }, (_, n) => `Parent ${n},Kid ${n},p${n}@example.org`);
  await pick(user, aFile(["Parent,Child,Email", ...lines].join("\n")));
  await findGrid();
  await user.click(await screen.findByRole("button", { name: /^Send \d+ emails?$/ }));
  return { user, question: await screen.findByRole("alertdialog") };
}

it("says first how many emails and when, then who gets them, one person in a line", async () => {
  const { user, question } = await questionFor(8);
  const texts = [
    "Send 8 emails?",
    "Done today by",
    "To",
    "Parent 0 · Kid 0 p0@example.org",
    "Parent 4 · Kid 4 p4@example.org",
    "Show 3 more people",
    "Subject",
  ];
  const places = texts.map((text) => question.textContent?.indexOf(text) ?? -1);
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(question.textContent).not.toContain("Kid 5");
  await user.click(within(question).getByRole("button", { name: "Show 3 more people" }));
  expect(within(question).getByText("Parent 7 · Kid 7").closest("p")).toHaveTextContent(
    "Parent 7 · Kid 7 p7@example.org",
  );
});

it("sends to all, and nothing more, once everyone who may have the email is checked", async () => {
  const { Answers } = await import("./Answers.tsx");
  const rows = new Map([[1, [{ address: "p0@example.org", has: "unclear" }]]]);
  const question = { facts: { ready: 3, above: 2 }, repeat: { rows } } as unknown;
  render(
    <Answers
      question={question as SendQuestionInput}
      also={new Set([1])}
      verb="Send"
      emails="3 emails"
      onAnswer={vi.fn()}
    />,
  );
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual(["Cancel", "Send to all 3"]);
});

it("shows all people if a button would hide only one", async () => {
  const { question } = await questionFor(6);
  expect(question.textContent).toContain("Kid 5");
  expect(within(question).queryByRole("button", { name: /^Show/ })).toBeNull();
});

it("has one word for not sending, also where everyone has the email", async () => {
  const at = new Date().toISOString();
  const people = { "p0@example.org": "sent", "p1@example.org": "sent" } as const;
  server.sends = [
    aSendAnswer("send-0001", people, { kind: "csv", started_at: at, created_at: at }),
  ];
  const { question } = await questionFor(2);
  expect(question.textContent).toMatch(/^Send “Invitation” again\?2 emails\. Done today/);
  const names = within(question)
    .getAllByRole("button")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(["Send to all 2 again", "Cancel"]);
});

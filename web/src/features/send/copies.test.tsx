import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { write } from "../../testing/write.ts";
import {
  aFile,
  choose,
  clickButton,
  pick,
  sentCsv,
  sentForm,
  server,
  startServer,
  visit,
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const open = async (user: Awaited<ReturnType<typeof visit>>["user"]) =>
  user.click(await screen.findByRole("button", { name: "Reply-To, Cc, Bcc" }));
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => `P${i},p${i}@x.org,m${i}@x.org`);

it.each([
  ["Bcc", "2 emails, one to each recipient. They don't see each other."],
  ["Cc", "2 emails, one to each recipient. Each sees only the people in Cc of their own email."],
])("says who sees whom if others are in %s", async (label, words) => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user);
  expect(
    await screen.findByText("2 emails, one to each recipient. They don't see each other."),
  ).toBeVisible();
  await open(user);
  await write(user, screen.getByLabelText(label), "boss@x.org");
  await user.tab();
  expect(await screen.findByText(words)).toBeVisible();
});

it("shows an error in a field once you leave it, and blocks Send until it's fixed", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user);
  await open(user);
  const bcc = screen.getByLabelText("Bcc");
  await user.type(bcc, "boss@x");
  expect(bcc).toBeValid();
  await user.tab();
  expect(
    await screen.findByText(
      "Not an email address in Bcc: boss@x (“x” has no ending, such as .com)",
    ),
  ).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Send 2 emails" }));
  expect(
    await screen.findByText(
      "Not an email address in Bcc: boss@x (“x” has no ending, such as .com).",
    ),
  ).toBeInTheDocument();
  await waitFor(() => expect(bcc).toHaveFocus());
  await user.type(bcc, ".org");
  await clickButton(user);
  const form = await sentForm();
  expect([form.get("bcc"), form.get("cc"), form.get("reply_to")]).toEqual([
    "boss@x.org",
    null,
    null,
  ]);
});

it("sends a column as checked, offers columns of addresses first, and shows each row's copies in the preview", async () => {
  server.settings = { ...server.settings, reply_to: "me@x.org" };
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile(`Name,Email,Manager\n${lines(2).join("\n")}\n`));
  await open(user);
  expect(
    await screen.findByText("If blank, replies go to me@x.org, as your settings say."),
  ).toBeInTheDocument();
  const from = within(screen.getByRole("group", { name: "Cc from" }));
  await user.click(from.getByLabelText("From a column"));
  expect(await screen.findByLabelText("Cc column")).toHaveTextContent("Manager");
  const preview = within(await screen.findByRole("region", { name: "Preview" }));
  expect(await preview.findByText("m0@x.org")).toBeInTheDocument();
  expect(preview.getByText("me@x.org")).toBeInTheDocument();
  await clickButton(user);
  const form = await sentForm();
  expect([form.get("cc_column"), form.get("cc")]).toEqual(["Cc", null]);
  expect(await sentCsv()).toContain("p1@x.org,P1,m1@x.org");
});

it.each<[number, string | null]>([
  [10, null],
  [11, "boss@x.org gets 11 copies."],
])("asks before it copies one person on %d emails: %s", async (count, title) => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile(`Name,Email,Manager\n${lines(count).join("\n")}\n`));
  // The manager's address isn't another one of the person.
  await user.click(await screen.findByRole("checkbox", { name: "Manager" }));
  await open(user);
  await write(user, screen.getByLabelText("Bcc"), "boss@x.org");
  await user.click(await screen.findByRole("button", { name: `Send ${count} emails` }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(`Bcc to boss@x.org on ${count} emails`)).toBeInTheDocument();
  if (title === null) {
    expect(dialog.queryByText(/gets \d+ copies/)).toBeNull();
    return;
  }
  expect(dialog.getByText(title)).toBeInTheDocument();
  expect(
    dialog.getByText("Each email has its own copy: 11 emails in that inbox."),
  ).toBeInTheDocument();
  expect(dialog.getByRole("button", { name: "Send 11 emails with copies" })).toBeInTheDocument();
});

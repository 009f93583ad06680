import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aSendAnswer } from "../../../testing/sendFactories.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { write } from "../../../testing/write.ts";
import {
  cellOf,
  clickButton,
  sentCsv,
  sentForm,
  server,
  startServer,
  visitWithList,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const PARENTS = [
  "Name,Email mother,Email father",
  "Mia,m@x.org,f@x.org",
  "Ben,b@x.org,",
  "Zoe,not@@x,z@x.org",
];

async function withPeople(lines = PARENTS) {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  return (await visitWithList(lines.join("\n"))).user;
}
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const rowsOf = (csv: string) => csv.trim().split("\r\n");

it("asks once about people with two addresses, presets nothing, and doesn't send before", async () => {
  const user = await withPeople();
  expect(await screen.findByText("2 people have two addresses.")).toBeInTheDocument();
  expect(screen.getByText("m@x.org · f@x.org")).toBeInTheDocument();
  for (const name of ["An email to each address", "One email, the others in Cc"])
    expect(button(name)).toHaveAttribute("aria-pressed", "false");
  await user.click(button(/^Send \d emails?$/));
  expect(
    await screen.findByText("Choose how to write to people with several addresses."),
  ).toBeInTheDocument();
  expect(server.presses).toHaveLength(0);
});

it("gives each address a row, which one click joins again and Undo too", async () => {
  const user = await withPeople();
  await user.click(await screen.findByRole("button", { name: "An email to each address" }));
  expect(await screen.findByText("4 ready · 1 skipped")).toBeInTheDocument();
  expect(await cellOf(1, "Email mother")).toHaveTextContent("m@x.org");
  expect(await cellOf(2, "Email mother")).toHaveTextContent("f@x.org");
  expect(await cellOf(2, "Name")).toHaveTextContent("Mia");
  expect(button("An email to each address")).toHaveAttribute("aria-pressed", "true");
  await user.click(button("Join them again"));
  expect(await screen.findByText("2 ready · 1 skipped")).toBeInTheDocument();
  await user.click(button("Undo the last change"));
  expect(await screen.findByText("4 ready · 1 skipped")).toBeInTheDocument();
  await clickButton(user);
  expect(rowsOf(await sentCsv())).toEqual([
    "Email,Name",
    "m@x.org,Mia",
    "f@x.org,Mia",
    "b@x.org,Ben",
    "not@@x,Zoe",
    "z@x.org,Zoe",
  ]);
  expect(JSON.parse((await sentForm()).get("rows") as string)).toEqual(
    [2, 2, 3, 4, 4].map((line) => ({ line })),
  );
});

it("puts the others in Cc with those of every email, and sends to the next if one is wrong", async () => {
  const user = await withPeople();
  await user.click(await screen.findByRole("button", { name: "Reply-To, Cc, Bcc" }));
  await write(user, screen.getByLabelText("Cc"), "office@x.org");
  await user.click(button("One email, the others in Cc"));
  expect(await screen.findByText("3 ready")).toBeInTheDocument();
  expect(
    within(await cellOf(3, "Email mother")).getByText(/^Not an email address: not@@x/),
  ).toHaveTextContent("Only the others get the email");
  await clickButton(user);
  expect(rowsOf(await sentCsv())).toEqual([
    "Email,Name,Cc",
    'm@x.org,Mia,"f@x.org, office@x.org"',
    "b@x.org,Ben,office@x.org",
    "z@x.org,Zoe,office@x.org",
  ]);
  const form = await sentForm();
  expect(form.get("cc_column")).toBe("Cc");
  expect(form.get("cc")).toBeNull();
});

/** Sent yesterday: to the mother of Mia, with copies. */
function sentBefore(cc?: string) {
  const at = new Date().toISOString();
  const answer = aSendAnswer(
    "send-0001",
    { "m@x.org": "sent" },
    { kind: "csv", started_at: at, created_at: at },
  );
  server.sends = [
    { ...answer, results: answer.results.map((row) => ({ ...row, ...(cc && { cc }) })) },
  ];
}

it("writes to the father if only the mother already got the email", async () => {
  sentBefore();
  const user = await withPeople();
  await user.click(button("One email, the others in Cc"));
  await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Send “Invitation” again?" });
  expect(dialog).toHaveTextContent("to some addresses of 1 of these 3 people");
  expect(dialog).toHaveTextContent("m@x.org has it, f@x.org doesn't");
  await user.click(within(dialog).getByRole("button", { name: "Only to the 3 others" }));
  expect(rowsOf(await sentCsv())).toEqual([
    "Email,Name,Cc",
    "f@x.org,Mia,",
    "b@x.org,Ben,",
    "z@x.org,Zoe,",
  ]);
  expect(JSON.parse((await sentForm()).get("rows") as string)).toEqual(
    [2, 3, 4].map((line) => ({ line })),
  );
});

it("skips the row if the father had a copy of what the mother got", async () => {
  sentBefore("f@x.org");
  const user = await withPeople();
  await user.click(button("One email, the others in Cc"));
  await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("You sent “Invitation” to 1 of these 3 people");
  await user.click(within(dialog).getByRole("button", { name: "Only to the 2 others" }));
  expect(JSON.parse((await sentForm()).get("rows") as string)).toEqual([
    { line: 2, skip: "already_received" },
    { line: 3 },
    { line: 4 },
  ]);
});

it("finds the father's copy, too, if each address gets an email now", async () => {
  sentBefore("f@x.org");
  const user = await withPeople();
  await user.click(button("An email to each address"));
  await user.click(await screen.findByRole("button", { name: "Send 4 emails" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("You sent “Invitation” to 2 of these 4 people");
});

it("says in the question which emails go to a later address of their row", async () => {
  const user = await withPeople();
  await user.click(button("One email, the others in Cc"));
  await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent(
    "1 email goes to another address than the first of its row. Check that the greeting fits.",
  );
  expect(within(dialog).getByText("Row 3: z@x.org instead of not@@x")).toBeInTheDocument();
});

it("lets you say which columns have a person's own addresses", async () => {
  const user = await withPeople([
    "Name,Email,Teacher",
    "Mia,m@x.org,t@x.org",
    "Ben,b@x.org,u@x.org",
  ]);
  await user.click(await screen.findByRole("checkbox", { name: "Teacher" }));
  expect(
    await screen.findByText("Only the addresses in “Email” get an email."),
  ).toBeInTheDocument();
  expect(screen.getByRole("checkbox", { name: "Email" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "An email to each address" })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Teacher" }));
  expect(await screen.findByText("2 people have two addresses.")).toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Email" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Recipient email column")).toHaveTextContent("Teacher"),
  );
});

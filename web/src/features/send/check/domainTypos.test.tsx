import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { write } from "../../../testing/write.ts";
import {
  aFile,
  cellOf,
  choose,
  clickButton,
  findGrid,
  pick,
  sentCsv,
  server,
  startServer,
  visit,
  visitWithList,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const PEOPLE = [
  "Name,Email",
  "Ann,ann@gmial.com",
  "Bo,bo@example.org",
  "Cy,Cy <cy@Gmial.com>",
  "Di,di@hotmial.de",
];

async function withPeople() {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  return (await visitWithList(PEOPLE.join("\n"))).user;
}

it("asks once for each mistyped domain, and corrects all of its addresses with one click that can be undone", async () => {
  const user = await withPeople();
  expect(await screen.findByText("4 ready · 3 values to check")).toBeInTheDocument();
  expect(
    await screen.findByText("2 addresses end in gmial.com. Did you mean gmail.com?"),
  ).toBeInTheDocument();
  expect(
    screen.getByText("1 address ends in hotmial.de. Did you mean hotmail.de?"),
  ).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Change all 2 to gmail.com" }));
  await waitFor(async () =>
    expect(await cellOf(3, "Email")).toHaveTextContent("Cy <cy@gmail.com>"),
  );
  expect(await cellOf(1, "Email")).toHaveTextContent("ann@gmail.com");
  expect(await screen.findByText("4 ready · 1 value to check")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Undo the last change" }));
  expect(await screen.findByText("4 ready · 3 values to check")).toBeInTheDocument();
});

it("keeps the addresses of a domain that is right, and sends to them", async () => {
  const user = await withPeople();
  await user.click(await screen.findByRole("button", { name: "Keep gmial.com" }));
  await user.click(await screen.findByRole("button", { name: "Keep hotmial.de" }));
  expect(await screen.findByText("4 ready")).toBeInTheDocument();
  await clickButton(user);
  expect(await sentCsv()).toContain("ann@gmial.com");
});

it("names them in the question before anything goes out", async () => {
  const user = await withPeople();
  await user.click(await screen.findByRole("button", { name: "Send 4 emails" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("3 values look wrong. They'll be sent as typed.")).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: "Fix them first" }));
  await waitFor(async () => expect(await cellOf(1, "Email")).toHaveFocus());
  expect(server.presses).toEqual([]);
});

it("changes no other address in the field of a manual list", async () => {
  server.templates = [aTemplate({ parsed_variables: [] })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await user.click(screen.getByRole("radio", { name: "Manual" }));
  const field = screen.getByRole("textbox", { name: "Recipients" });
  await user.click(field);
  const typed = [
    "sam@hotmail.co",
    "sam@hotmail.co.uk",
    "joann@gmail.com",
    "ann@gmail.co",
    "ann@gmail.co",
  ];
  await user.paste([...typed, "Good, Jo <jo@gmail.co>", '"ann@gmail.co"@example.org'].join("\n"));
  await user.click(await screen.findByRole("button", { name: "Change all 3 to gmail.com" }));
  await user.click(await screen.findByRole("button", { name: "Change it to hotmail.com" }));
  expect(field).toHaveValue(
    [
      ...[
        "sam@hotmail.com",
        "sam@hotmail.co.uk",
        "joann@gmail.com",
        "ann@gmail.com",
        "ann@gmail.com",
      ],
      ...['"Good, Jo" <jo@gmail.com>', '"ann@gmail.co"@example.org'],
    ].join("\n"),
  );
  await waitFor(() => expect(screen.queryByText(/Did you mean/)).toBeNull());
});

it("asks about an ending and about letters of another script, and in Bcc", async () => {
  server.templates = [aTemplate({ parsed_variables: [] })];
  const { user } = await visit();
  await choose(user, "Invitation");
  const rows = ["Email", "ann@firma.con", "bo@жabc.com"];
  await pick(user, aFile(rows.join("\n")));
  await findGrid();
  await screen.findByText(
    "1 address ends in firma.con. No domain ends in “.con”. Did you mean firma.com?",
  );
  const mixed =
    "1 address ends in жabc.com. жabc.com mixes letters: “ж” is Cyrillic, others are Latin. Is it right?";
  expect(screen.getByText(mixed)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Change it to firma.com" }));
  await waitFor(async () => expect(await cellOf(1, "Email")).toHaveTextContent("ann@firma.com"));
  await user.click(screen.getByRole("button", { name: "Keep жabc.com" }));
  await waitFor(() => expect(screen.queryByText(mixed)).toBeNull());
  await user.click(screen.getByRole("button", { name: "Reply-To, Cc, Bcc" }));
  await write(user, screen.getByRole("textbox", { name: "Bcc" }), "me@b.org, chef@gmial.com");
  await screen.findByText("An address in Bcc ends in gmial.com. Did you mean gmail.com?");
  await user.click(screen.getByRole("button", { name: "Change it to gmail.com" }));
  expect(screen.getByRole("textbox", { name: "Bcc" })).toHaveValue("me@b.org, chef@gmail.com");
});

import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { write } from "../../../testing/write.ts";
import {
  aFile,
  choose,
  clickButton,
  feedFrom,
  findGrid,
  pick,
  sentCsv,
  sentForm,
  server,
  startServer,
  typeInto,
  visit,
} from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const openColumns = async (user: { click: (target: Element) => Promise<void> }) =>
  user.click(await screen.findByRole("button", { name: "Change" }));

describe("the same for everyone", () => {
  it("holds a sticky placeholder, with its remembered value", async () => {
    localStorage.setItem("sendwright:of:uid-ada:sticky:Sender", "Ada");
    server.templates = [
      aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    const group = within(screen.getByRole("group", { name: "Sender" }));
    expect(group.getByRole("radio", { name: "The same for everyone" })).toBeChecked();
    expect(group.getByRole("textbox", { name: /Sender/ })).toHaveValue("Ada");
    await clickButton(user);
    expect(JSON.parse(String((await sentForm()).get("variables")))).toEqual({ Sender: "Ada" });
  });

  it("Send focuses the field of a missing value", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const field = await screen.findByRole("textbox", { name: /Sender/ });
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription("Enter a value for everyone, or choose a column.");
    expect(field).toBeInvalid();
  });

  it("shows the first values of each column beside it, and the likely one first", async () => {
    server.templates = [
      aTemplate({
        parsed_variables: [
          aVariable("Child first name", { fallback: "your child", required: false }),
        ],
      }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile(
        "Email,Name,First name child\na@x.org,Ms Roth,Mia\nb@x.org,Mr Falk,Ben\nc@x.org,Ms Roth,Sofia\n",
      ),
    );
    const line = within(await screen.findByRole("group", { name: "Child first name" }));
    expect(
      line.getByRole("button", { name: "Use the column “First name child” (Mia, Ben, Sofia)" }),
    ).toBeVisible();
    expect(line.queryByRole("button", { name: /“Name”/ })).toBeNull();
    await user.click(line.getByText("From the list"));
    const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    expect(options).toEqual([
      "First name child Mia, Ben, Sofia",
      "Email a@x.org, b@x.org, c@x.org",
      "Name Ms Roth, Mr Falk",
      "A new column, to fill in below",
    ]);
    // Nothing is decided until a column is chosen.
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(line.getByRole("radio", { name: "The same for everyone" })).toBeChecked(),
    );
    await waitFor(() =>
      expect(line.getByRole("radio", { name: "The same for everyone" })).toHaveFocus(),
    );
    await feedFrom(user, "Child first name", /^First name child/);
    await waitFor(() => expect(line.getByRole("combobox")).toHaveFocus());
    await clickButton(user);
    expect(await sentCsv()).toContain("Mia");
  });

  it("shows no error in a field before you have visited it", async () => {
    server.templates = [
      aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    const field = await screen.findByRole("textbox", { name: /Sender/ });
    const missing = "Enter a value for everyone, or choose a column.";
    expect(screen.queryByText(missing)).toBeNull();
    await user.click(field);
    await user.tab();
    expect(await screen.findByText(missing)).toBeInTheDocument();
    await write(user, field, "Ada");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Sender")).toBe("Ada");
  });

  it("offers the names in the addresses for a placeholder that asks for a name, and for no other", async () => {
    server.templates = [
      aTemplate({ parsed_variables: [aVariable("First Name"), aVariable("Place")] }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Place,Email\nOslo,Ann Good <ann@example.org>\nRome,Bo Li <bo@example.org>\n"),
    );
    const offer = await screen.findByRole("button", { name: /in the addresses/ });
    expect(offer).toHaveTextContent("Use the 2 names in the addresses");
    await user.click(offer);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /in the addresses/ })).toBeNull();
    expect(
      screen.getByText("First Name: names taken from the addresses. Check them in the list."),
    ).toBeVisible();
    await clickButton(user);
    expect(await sentCsv()).toBe(
      "Email,First Name,Place\r\nAnn Good <ann@example.org>,Ann,Oslo\r\nBo Li <bo@example.org>,Bo,Rome\r\n",
    );
  });

  it("is the source of every placeholder without a column, which can have a column of its own", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Place")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await write(user, await screen.findByRole("textbox", { name: /Place/ }), "Delft");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await feedFrom(user, "Place", /^A new column/);
    // It starts with the first person's value alone.
    expect(await screen.findByText("1 ready · 1 to fill in")).toBeInTheDocument();
    expect((await findGrid()).getAllByRole("gridcell", { name: "Delft" })).toHaveLength(1);
    await typeInto(user, 2, "Place", "Leiden");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await clickButton(user);
    expect(await sentCsv()).toBe(
      "Email,Name,Place\r\nann@example.org,Ann,Delft\r\nbo@example.org,Bo,Leiden\r\n",
    );
  });

  it("can be chosen for any placeholder, and replaced by a column again", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText("2 ready");
    await openColumns(user);
    await feedFrom(user, "Name", null);
    await write(user, await screen.findByRole("textbox", { name: /Name/ }), "all");
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello all")).toBeInTheDocument();
    await feedFrom(user, "Name", /^Name/);
    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  });
});

describe("a header that isn't exactly a placeholder's name", () => {
  it("is used if it differs only in case or spaces, and named, until you choose otherwise", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Full Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("fullname,Email\nAnn,ann@example.org\n"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(await screen.findByText("from fullname")).toBeInTheDocument();
    await openColumns(user);
    await feedFrom(user, "Full Name", null);
    expect(
      await screen.findByText("1 row still needs a value for {{Full Name}}"),
    ).toBeInTheDocument();
    expect(screen.queryByText("from fullname")).toBeNull();
    // No "Skipped 1" beside it.
    expect(screen.queryByRole("group", { name: "Show rows" })).toBeNull();
  });

  it("is offered if it's similar, several with one click, and remembered for the next list", async () => {
    server.templates = [
      aTemplate({ parsed_variables: [aVariable("Rechnungsnummer"), aVariable("Betrag")] }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Rechnungsnr.,Betrag (EUR),Email\n17,4.50,ann@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Use all 2 suggested columns" }));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    await clickButton(user);
    expect(await sentCsv()).toBe("Email,Rechnungsnummer,Betrag\r\nann@example.org,17,4.50\r\n");
    await screen.findByRole("columnheader", { name: "Row/N" });
    await pick(
      user,
      aFile("Email,Rechnungsnr.,Betrag (EUR)\nbo@example.org,18,9.00\n", "december.csv"),
    );
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Use the/ })).toBeNull();
  });

  it("is still remembered after a manual send with the same template, which has no columns", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Rechnungsnummer")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Rechnungsnr.,Email\n17,ann@example.org\n"));
    await user.click(
      await screen.findByRole("button", { name: /^Use the column “Rechnungsnr\.”/ }),
    );
    await clickButton(user);
    await waitFor(() => expect(server.presses).toHaveLength(1));
    await screen.findByRole("columnheader", { name: "Row/N" });

    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await write(user, screen.getByRole("textbox", { name: "Recipients" }), "bo@example.org");
    await write(user, screen.getByRole("textbox", { name: /Rechnungsnummer/ }), "18");
    await clickButton(user);
    await waitFor(() => expect(server.presses).toHaveLength(2));
    await screen.findByRole("columnheader", { name: "Row/N" });

    await user.click(screen.getByRole("radio", { name: "CSV" }));
    await pick(user, aFile("Email,Rechnungsnr.\ncy@example.org,19\n", "december.csv"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^Use the/ })).toBeNull();
  });
});

describe("a column that looks like a placeholder without values", () => {
  const parsed_variables = [
    aVariable("Child first name", { fallback: "your child", required: false }),
    aVariable("Drives", { required: false }),
  ];
  const body =
    "<p>Dear {{Child first name|text:your child}}!{{#Drives=yes}} Thanks.{{/Drives}}</p>";
  const text =
    "Email,First name child,Driving\na@x.org,Mia,yes\nb@x.org,Ben,no\nc@x.org,Sofia,yes\n";
  const childWords = "3 emails will say “your child”; the column “First name child” isn't used.";
  const drivesWords = "3 emails have no value for “Drives”; the column “Driving” isn't used.";

  it("is named with the counts, and one click uses it, or says that it isn't meant", async () => {
    server.templates = [aTemplate({ parsed_variables, body })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile(text));
    const alert = async (words: string) => {
      const found = (await screen.findByText(words)).closest<HTMLElement>(
        '[role="alert"],[role="status"]',
      );
      return within(found ?? document.body);
    };
    expect((await alert(childWords)).getByText("First name child: Mia, Ben, Sofia")).toBeVisible();
    await user.click((await alert(childWords)).getByRole("button", { name: "Use it" }));
    await waitFor(() => expect(screen.queryByText(childWords)).toBeNull());
    await user.click((await alert(drivesWords)).getByRole("button", { name: "Leave it as it is" }));
    await waitFor(() => expect(screen.queryByText(drivesWords)).toBeNull());
    await clickButton(user);
    expect(await sentCsv()).toContain("a@x.org,Mia");
  });

  it("is named in the question before sending, which one click asks again with the columns", async () => {
    server.templates = [aTemplate({ parsed_variables, body })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile(text));
    await screen.findByText(childWords);
    await user.click(await screen.findByRole("button", { name: "Send 3 emails" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(childWords)).toBeVisible();
    expect(question.getByText(drivesWords)).toBeVisible();
    await user.click(question.getByRole("button", { name: "Use them" }));
    const again = within(await screen.findByRole("alertdialog"));
    await waitFor(() => expect(again.queryByText(childWords)).toBeNull());
    await user.click(again.getByRole("button", { name: "Send 3 emails" }));
    expect(await sentCsv()).toContain("a@x.org,Mia,yes");
  });
});

it("moves nothing while a control is being pressed: a field's error waits for the release", async () => {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Sender"), aVariable("Place")] })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user);
  await user.click(await screen.findByRole("textbox", { name: /Sender/ }));
  const place = within(screen.getByRole("group", { name: "Place" })).getByText("From the list");
  await user.pointer({ keys: "[MouseLeft>]", target: place });
  expect(screen.getByRole("textbox", { name: /Sender/ })).not.toHaveFocus();
  expect(screen.queryByText("Enter a value for everyone, or choose a column.")).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]" });
  expect(
    await screen.findByText("Enter a value for everyone, or choose a column."),
  ).toBeInTheDocument();
  expect(await screen.findByRole("listbox")).toBeInTheDocument();
});

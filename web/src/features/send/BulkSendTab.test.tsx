import type { Template } from "@sendwright/core/contract";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { formatRecipient, parseRecipient } from "@sendwright/core/recipients/recipients";
import { PASTES } from "@sendwright/core/testing/pastes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { expectToastFor } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { held } from "../../testing/held.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
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
} from "./bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

describe("Bulk Send", () => {
  it("asks for the recipient column of a file with one column, whatever its header", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Who\nAnn\nBo\n"));
    const field = await screen.findByRole("combobox", { name: /^Recipient email column/ });
    expect(field).toHaveTextContent("Choose a column");
    expect(field).toBeValid();
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveAccessibleDescription("Recipient column header is required.");
    await user.click(field);
    await user.click(await screen.findByRole("option", { name: "Who" }));
    await waitFor(() =>
      expect(field).not.toHaveAccessibleDescription("Recipient column header is required."),
    );
  });

  it("sends a file: checked, previewed, asked about, with its results and a cleared form", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();

    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    const preview = screen.getByRole("region", { name: "Preview" });
    await waitFor(() => expect(preview.parentElement).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Next row" }));
    expect(await screen.findByText("Hello Bo")).toBeInTheDocument();

    await clickButton(user);
    const table = await screen.findByRole("table", { name: "Results of each row" });
    expect(
      within(table)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Row/N", "Recipient", "Status", "Details"]);
    const explained = "Row/N counts your recipients.";
    expect(screen.getAllByText(explained)).toHaveLength(1);
    expect(within(table).getAllByText("Sent")).toHaveLength(2);
    expect((await screen.findAllByText("2 sent.")).length).toBeGreaterThan(0);
    expect(screen.queryByText("people.csv")).toBeNull();

    const [call] = server.presses;
    const form = call?.body as FormData;
    expect(form.get("mode")).toBe("csv");
    expect(form.get("recipient_template")).toBe("Email");
    expect(call?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(window.location.hash).toBe(`#bulk-send/${call?.headers["idempotency-key"]}`);
  });

  it("names missing fields before you preview or send, and clears each error once it's filled in", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(
      screen.getByText("Please select a template or '(Compose Manually)'."),
    ).toBeInTheDocument();
    expect(screen.getByText("CSV file is required.")).toBeInTheDocument();
    await choose(user, "(Compose Manually)");
    expect(
      screen.getAllByText("CSV mode cannot be used with '(Compose Manually)'.").length,
    ).toBeGreaterThan(0);
    await pick(user);
    await waitFor(() => expect(screen.queryByText("CSV file is required.")).toBeNull());
    await choose(user, "Invitation");
    expect(server.presses).toEqual([]);
  });

  it("folds the steps above and below the list, even if the template comes after the list", async () => {
    const { arrive, arrival } = held();
    server.instead["GET /api/template/t1"] = (seen) => arrival.then(() => server.usual(seen));
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await findGrid();
    arrive();
    for (const name of ["Mode and template", "Review the template"])
      expect(await screen.findByRole("button", { name: `Change: ${name}` })).toBeVisible();
  });

  it("disables Send while the template is loading", async () => {
    const { arrive, arrival } = held();
    server.instead["GET /api/template/t1"] = (seen) => arrival.then(() => server.usual(seen));
    const { user } = await visit();
    const button = screen.getByRole("button", { name: "Send" });
    expect(button).toBeEnabled();
    await choose(user, "Invitation");
    await waitFor(() => expect(button).toBeDisabled());
    arrive();
    await waitFor(() => expect(button).toBeEnabled());
  });

  it("collapses the template's review once there are people, and expands it again on a click", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    const review = await screen.findByRole("region", { name: "Review the template" });
    expect(await within(review).findByTitle("Body of the template")).toBeVisible();
    await pick(user);
    await screen.findByText("2 ready");
    // A body that loads would move the buttons below it as you click.
    expect(within(review).queryByTitle("Body of the template")).toBeNull();
    await user.click(within(review).getByRole("button", { name: "Change: Review the template" }));
    expect(await within(review).findByTitle("Body of the template")).toBeVisible();
  });

  it("shows text that depends on a value in the template's review, and says for which value", async () => {
    const body =
      "<p>{{#Title=Ms}}Dear Ms{{/Title=Ms}}{{#Title=Mr}}Dear Mr{{/Title=Mr}} {{Name}}</p>";
    server.templates = [
      aTemplate({ body, parsed_variables: [aVariable("Title"), aVariable("Name")] }),
    ];
    const { user } = await visit();
    await choose(user, "Invitation");
    expect(
      await screen.findByText("With {{Title}} = Ms. The preview shows each person's email."),
    ).toBeVisible();
    const [seen] = server.calls("/api/preview");
    expect(seen && sentBody(seen)).toMatchObject({ variables: { Title: "Ms", Name: "{{Name}}" } });
  });

  it("sends a bad row as corrected in place", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n,cleo@example.org\n"),
    );
    expect(await screen.findByText("1 ready · 2 skipped")).toBeInTheDocument();
    await typeInto(user, 2, "Email", "bo@example.org");
    expect(await screen.findByText("2 ready · 1 skipped")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Skip row 3" }));
    expect(await screen.findByRole("button", { name: "Restore row 3" })).toBeInTheDocument();
    await clickButton(user);
    // The skipped row keeps its place but is blank: none of its data leaves the browser.
    expect(await sentCsv()).toBe("Email,Name\r\nann@example.org,Ann\r\nbo@example.org,Bo\r\n,\r\n");
    expect(JSON.parse(String((await sentForm()).get("rows")))).toEqual([
      { line: 2 },
      { line: 3 },
      { line: 4, skip: "by_hand" },
    ]);
  });

  it("downloads the corrected list, named after the file, once something has changed", async () => {
    const { user } = await visit();
    const saved = new Map<string, Blob>();
    const make = vi.fn<(blob: Blob) => string>(() => "blob:list");
    Object.assign(URL, { createObjectURL: make, revokeObjectURL: vi.fn() });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const blob = make.mock.lastCall?.[0];
      if (blob) saved.set(this.download, blob);
    });
    await choose(user, "Invitation");
    const text =
      "Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n,cleo@example.org\nDi,di0@example.org\n";
    await pick(user, aFile(text, "guests.csv"));
    await screen.findByRole("button", { name: "Download the problem rows" });
    expect(screen.queryByRole("button", { name: "Download the corrected list" })).toBeNull();
    await typeInto(user, 2, "Email", "bo@example.org");
    await screen.findByRole("button", { name: "Download the corrected list" });
    await user.click(await screen.findByRole("button", { name: "Skip row 3" }));
    await user.click(screen.getByRole("button", { name: "Download the corrected list as CSV" }));
    const [name, list] = [...saved].at(-1) ?? [];
    expect(name).toBe("guests corrected.csv");
    expect((await list?.text())?.split("\r\n").slice(0, 4)).toEqual([
      "\ufeffName,Email",
      "Ann,ann@example.org",
      "Bo,bo@example.org",
      "Di,di0@example.org",
    ]);
  });

  it("puts nothing above the table when you skip the first row, so that the table stays in place", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Skip row 2" }));
    const button = await screen.findByRole("button", { name: "Download the corrected list" });
    const { DOCUMENT_POSITION_FOLLOWING: after } = Node;
    expect(screen.getByRole("grid").compareDocumentPosition(button) & after).toBe(after);
  });

  it("offers a column whose header is almost the placeholder's name", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Names,Email\nAnn,ann@example.org\n"));
    await user.click(await screen.findByRole("button", { name: "Use the column “Names” (Ann)" }));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
  });

  it.each([
    ["a file without rows", "Email,Name\n", "CSV has no data rows."],
    ["headers that cannot be read", "", "CSV Error: Could not parse headers. Check format."],
    ["a quote that is not closed", 'Email\n"ann@example.org\n', /^CSV Parsing Error: /],
  ])("shows an error for %s", async (_what, text, message) => {
    const { user } = await visit();
    await pick(user, aFile(text));
    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it("says that a file is empty, which no other way to read it changes", async () => {
    const { user } = await visit();
    await pick(user, aFile(""));
    expect(await screen.findByText("This file is empty.")).toBeInTheDocument();
    expect(screen.queryByText("Headers are in")).toBeNull();
  });

  it("warns of rows above the limit and of a header row with data in it", async () => {
    const { user } = await visit();
    await pick(user, aFile(`ann@example.org,Ann\n${"bo@example.org,Bo\n".repeat(1_200)}`));
    expect(
      await screen.findByText(
        "Warning: CSV has 1200 rows, exceeding limit (1000). Only first 1000 will be processed by the server.",
      ),
    ).toBeInTheDocument();
    expect(
      screen.getByText(
        /The first row contains an email address, but it's read as the column names/,
      ),
    ).toBeInTheDocument();
  });

  it("reads a first row that is a person as one when asked to, and confirms before sending that it isn't a person", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Ina,ina@example.org\nJan,jan@example.org\n"));
    const personButton = await screen.findByRole("button", { name: "The first row is a person" });
    await feedFrom(user, "Name", /^Ina/);
    await user.click(await screen.findByRole("button", { name: "Send 1 email" }));
    const question = await screen.findByRole("alertdialog");
    expect(question).toHaveTextContent(
      "The first row (Ina, ina@example.org) is used as headers and gets no email.",
    );
    expect(within(question).queryByText("Copies")).toBeNull();
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

    // Its column, now without a header, is still the one for the name.
    await user.click(personButton);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    await clickButton(user);
    expect(await sentCsv()).toBe("Email,Name\r\nina@example.org,Ina\r\njan@example.org,Jan\r\n");
    expect(JSON.parse(String((await sentForm()).get("rows")))).toEqual([{ line: 1 }, { line: 2 }]);
  });

  it("sends to the addresses in the recipient email column that you choose", async () => {
    server.templates = [aTemplate({ parsed_variables: [] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Email,Second\nann@example.org,ann@x.org\nbo@example.org,bo@x.org\n"));
    const column = await screen.findByRole("combobox", { name: "Recipient email column" });
    expect(column).toHaveTextContent("Email");
    await user.click(column);
    await user.click(await screen.findByRole("option", { name: "Second" }));
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    // The other column has addresses, too.
    await user.click(await screen.findByRole("checkbox", { name: "Email" }));
    await screen.findByText("Only the addresses in “Second” get an email.");
    await clickButton(user);
    expect(await sentCsv()).toBe("Email\r\nann@x.org\r\nbo@x.org\r\n");
  });

  it("shows template syntax warnings in a toast", async () => {
    server.templates = [aTemplate({ syntax_warnings: ["{{ is not closed"] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await expectToastFor("Template Syntax Warnings: {{ is not closed", 8_000);
  });

  it("says that a template's placeholders couldn't be loaded", async () => {
    const { user } = await visit();
    server.instead["GET /api/template/t1"] = () =>
      json(500, { success: false, error: "Out of order.", reason: "internal_server_error" });
    await choose(user, "Invitation");
    expect(await screen.findByText("Error loading variables: Out of order.")).toBeInTheDocument();
    expect(await screen.findByText("Error loading template variables.")).toBeInTheDocument();
  });

  it("says that the list of templates couldn't be loaded, and why", async () => {
    server.instead["GET /api/templates"] = () =>
      json(503, { success: false, error: "We are moving house." });
    await visit();
    expect(await screen.findByText("We are moving house.")).toBeInTheDocument();
    expect(await screen.findByText("Error loading templates.")).toBeInTheDocument();
  });

  it("keeps its choices while another tab is open", async () => {
    const { user, goTo } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText("2 ready");
    goTo(false);
    expect(screen.getByText("Another tab")).toBeInTheDocument();
    goTo(true);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(screen.getByText("people.csv")).toBeInTheDocument();
  });

  it("reads a table pasted from a spreadsheet, and reads it another way when asked to", async () => {
    const { user } = await visit();
    await user.click(screen.getByRole("button", { name: "Paste from a spreadsheet" }));
    await user.click(screen.getByRole("textbox", { name: "Table from a spreadsheet" }));
    await user.paste("Email\tName\nann@example.org\tAnn Good\n");
    expect(await screen.findByText("Tab · 1 row · 2 columns")).toBeInTheDocument();
    // What no one sees isn't drawn.
    expect(screen.queryByLabelText("Column separator")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Read it another way" }));
    await user.click(screen.getByRole("combobox", { name: "Column separator" }));
    await user.click(screen.getByRole("option", { name: "Comma" }));
    expect(await screen.findByText("Comma · 1 row · 1 column")).toBeInTheDocument();
  });

  it("offers the separator of a text, whatever the name of its file", async () => {
    const { user } = await visit();
    await pick(user, aFile("Email\tName\nann@example.org\tAnn Good\n", "export.xls"));
    expect(await screen.findByText("Tab, UTF-8 · 1 row · 2 columns")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Read it another way" }));
    expect(screen.getByRole("combobox", { name: "Column separator" })).toBeInTheDocument();
  });

  it("doesn't send a row with more values than columns until you say that its columns are right", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(
      user,
      aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org,5\nCy,cy@example.org,7\n"),
    );
    expect(await screen.findByText("1 ready · 2 skipped")).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: "The columns are right: row 2" }));
    expect(await screen.findByText("2 ready · 1 skipped")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "The columns are right" }));
    expect(await screen.findByText("3 ready")).toBeInTheDocument();
  });

  it("reads the text of a file in another encoding when asked to", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nM\ufffdller,ann@example.org\n"));
    // In the panel; the preview, once it has loaded, says it above the email, too.
    expect(
      await screen.findByText(/^Some characters in {{Name}} can't be read\./, { selector: "p" }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Read it another way" }));
    await user.click(screen.getByRole("combobox", { name: "File encoding" }));
    await user.click(screen.getByRole("option", { name: "Windows-1252" }));
    expect(await screen.findByText("Comma, Windows-1252 · 1 row · 2 columns")).toBeInTheDocument();
  });
});

describe("Bulk Send to a list", () => {
  async function toList(parts: Partial<Template> = {}) {
    server.templates = [aTemplate(parts)];
    const { user } = await visit();
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await choose(user, "Invitation");
    return user;
  }

  it("counts recipients, asks for one value each, and sends both", async () => {
    const user = await toList({
      parsed_variables: [aVariable("Name"), aVariable("Company", { required: false })],
    });
    await user.type(
      screen.getByRole("textbox", { name: "Recipients" }),
      "Ann <ann@example.org>; bo@example.org nonsense, BO@example.org",
    );
    expect(
      screen.getByText(
        "4 recipients of at most 100 · 1 invalid · 1 duplicate · 2 will get the email",
      ),
    ).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Missing required variables: Name")).toBeInTheDocument();
    await write(user, screen.getByRole("textbox", { name: /Name/ }), "friends");
    await clickButton(user);
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const form = server.presses[0]?.body as FormData;
    expect(form.get("mode")).toBe("manual");
    expect(form.get("manual_recipients")).toContain("Ann <ann@example.org>");
    expect(JSON.parse(String(form.get("variables")))).toEqual({ Name: "friends", Company: "" });
  });

  it("takes the people of anything pasted, a line each, and repairs typos with one click", async () => {
    await toList();
    const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Recipients" });
    for (const { text, people, typos = [] } of PASTES) {
      fireEvent.change(field, { target: { value: "" } });
      const isLeft = fireEvent.paste(field, { clipboardData: { getData: () => text } });
      // A text without an address stays, so that you see what you pasted.
      if (people.length + typos.length === 0) expect(isLeft).toBe(true);
      // The browser pastes it itself.
      else if (isLeft) fireEvent.change(field, { target: { value: text } });
      const repairs = typos.flatMap(([, repair]) => repair ?? []);
      for (const repair of repairs) {
        const { address } = parseRecipient(repair) ?? {};
        fireEvent.click(screen.getByRole("button", { name: `Use ${address}` }));
      }
      const now = splitRecipients(field.value).filter((piece) => piece.address !== null);
      expect(
        now
          .map(({ address, name }) => formatRecipient({ address: address ?? "", name }))
          .toSorted(),
      ).toEqual([...people, ...repairs].toSorted());
    }
    fireEvent.change(field, { target: { value: "zoe@example.org" } });
    field.setSelectionRange(15, 15);
    fireEvent.paste(field, { clipboardData: { getData: () => "Hi! Ann Good (ann@example.org)" } });
    expect(field.value).toBe("zoe@example.org\nAnn Good <ann@example.org>");
    const html = "<p>Ruth Weiß<p>jo@x.org<p><a href='mailto:b@x.org'>Birgit Öztürk</a>";
    const getData = (type: string) =>
      type === "text/html" ? html : "Ruth Weiß\njo@x.org\nBirgit Öztürk";
    fireEvent.change(field, { target: { value: "" } });
    fireEvent.paste(field, { clipboardData: { getData } });
    expect(field.value).toBe("jo@x.org\nBirgit Öztürk <b@x.org>");
    expect(screen.getByText("Left out: “Ruth Weiß”")).toBeInTheDocument();
    fireEvent.change(field, { target: { value: "jo@x.org" } });
    expect(screen.queryByText(/^Left out/)).toBeNull();
  });

  it("says why a text isn't an address, and corrects it in its place with one click", async () => {
    const user = await toList({ parsed_variables: [] });
    const field = screen.getByRole("textbox", { name: "Recipients" });
    const typed = "Ann <ann@example.org>, nobody, bo@example,org; cy’s@example.org";
    fireEvent.change(field, { target: { value: typed } });
    expect(screen.getByText(/bo@example,org: the comma “,” can't be/)).toBeInTheDocument();
    expect(screen.queryByText(/^nobody: /)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Use bo@example.org" }));
    expect(screen.queryByText(/^bo@example,org: /)).toBeNull();
    await user.click(screen.getByRole("button", { name: "Use cy's@example.org" }));
    expect(field).toHaveValue("Ann <ann@example.org>\nnobody\nbo@example.org\ncy's@example.org");
    expect(screen.getByText("These won't get an email: nobody")).toBeInTheDocument();
  });

  it("accepts five files in addition to those of the template", async () => {
    const own = Array.from({ length: 5 }, (_, n) => ({
      original_filename: `own-${n}.pdf`,
      storage_path: `own-${n}`,
      size: 1024 * 1024,
      content_type: "application/pdf",
    }));
    const user = await toList({ parsed_variables: [], attachments: own });
    expect(screen.getByText("0 of 5 files, 0 Bytes of 5 MB.")).toBeInTheDocument();
    const files = Array.from({ length: 5 }, (_, n) => new File(["x"], `added-${n}.pdf`));
    await user.upload(
      screen.getByLabelText("Additional attachments", { selector: "input" }),
      files,
    );
    expect(screen.getByText("5 of 5 files, 5 Bytes of 5 MB.")).toBeInTheDocument();
    expect(screen.queryByText(/^Some files not added/)).toBeNull();
  });

  it("says when no text is an address once the field is left, and at once when there are too many", async () => {
    const user = await toList({ parsed_variables: [] });
    const field = screen.getByRole("textbox", { name: "Recipients" });
    await user.type(field, "nonsense");
    expect(screen.queryByText("No valid email addresses detected.")).toBeNull();
    await user.tab();
    expect(screen.getByText("No valid email addresses detected.")).toBeInTheDocument();
    await user.clear(field);
    await user.click(field);
    await user.paste(Array.from({ length: 101 }, (_, index) => `p${index}@example.org`).join("\n"));
    expect(screen.getByText("Recipient limit (100) exceeded.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Send 101 emails" }));
    expect(await screen.findByText("Manual recipients exceed limit (100).")).toBeInTheDocument();
  });
});

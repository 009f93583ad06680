import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { begin, chips, expectToastFor, toasts } from "../../testing/acting.ts";
import { aConfig } from "../../testing/config.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { held } from "../../testing/held.ts";
import { aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import { typeInto } from "./bulkTesting.tsx";
import {
  aStickyTemplate,
  choose,
  clickButton,
  field,
  fill,
  giveOwn,
  send,
  shareAgain,
  showTab,
  value,
} from "./directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

describe("the screen", () => {
  it("asks a signed-out person to sign in", async () => {
    firebase.become(null);
    showTab();
    expect(await screen.findByText("Please sign in to send emails.")).toBeInTheDocument();
  });

  it("links to the template editor if there are no templates", async () => {
    showTab({ templates: [] });
    expect(
      (await screen.findByRole("link", { name: "Create a template" })).getAttribute("href"),
    ).toBe("/#templates");
  });

  it("remembers the last chosen template", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab();
    expect(await screen.findByLabelText(/Name/)).toBeInTheDocument();
  });

  it("disables Send while the template is loading", async () => {
    const { arrive, arrival } = held();
    const { server } = showTab();
    server.instead["GET /api/template/t1"] = (seen) => arrival.then(() => server.usual(seen));
    const button = await screen.findByRole("button", { name: "Send Email(s)" });
    expect(button).toBeEnabled();
    await choose();
    await waitFor(() => expect(button).toBeDisabled());
    arrive();
    await waitFor(() => expect(button).toBeEnabled());
  });

  it("forgets a deleted template", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "gone");
    const { server } = showTab();
    await waitFor(() =>
      expect(localStorage.getItem("sendwright:of:uid-ada:direct-send:template")).toBeNull(),
    );
    expect(server.asked.some(({ url }) => url.includes("gone"))).toBe(false);
  });

  it("remembers sticky values, including those of fields that aren't shown anymore", async () => {
    localStorage.setItem("sendwright:of:uid-ada:sticky:Place", "Delft");
    showTab();
    await choose();
    await screen.findByLabelText(/Place/);
    expect(value(/Place/)).toBe("Delft");
    await userEvent.type(screen.getByLabelText(/Place/), " West");
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Place")).toBe("Delft West");
    await userEvent.clear(screen.getByLabelText(/Place/));
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Place")).toBeNull();
  });

  it("says how the daily limit affects more people than it allows, and what it doesn't know", async () => {
    const config = aConfig();
    showTab({ config: { ...config, quota: { ...config.quota, left: 1 } } });
    await fill();
    const sentence =
      /^Your account can send 500 a day\. The rest is sent automatically when the limit resets\. Email you send from other programs/;
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it("starts over with another template", async () => {
    showTab({ templates: [aStickyTemplate(), aStickyTemplate({ id: "t2", name: "Reminder" })] });
    await fill();
    await choose("Reminder");
    await waitFor(() => expect(chips()).toEqual([]));
    await waitFor(() => expect(value(/Name/)).toBe(""));
    expect(value(/Place/)).toBe("Delft");
  });

  it("keeps its content while another tab is open", async () => {
    const { leave, comeBack } = showTab();
    await fill();
    leave();
    expect(chips()).toEqual([]);
    comeBack();
    await screen.findByLabelText(/Name/);
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(value(/Name/)).toBe("friends");
  });

  it.each([
    [
      "the list",
      { "GET /api/templates": () => json(500, { success: false }) },
      "Error loading templates.",
    ],
    [
      "the list",
      { "GET /api/templates": () => json(500, { success: false }) },
      "Could not load templates.",
    ],
    [
      "the list, in the server's words,",
      { "GET /api/templates": () => json(503, { success: false, error: "We are moving house." }) },
      "We are moving house.",
    ],
    [
      "a template",
      { "GET /api/template/t1": () => json(500, { success: false }) },
      "Error loading template variables.",
    ],
  ] as const)("says when %s can't be loaded", async (_what, instead, toast) => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab({ instead });
    expect(await screen.findByText(toast)).toBeInTheDocument();
  });

  it("shows syntax warnings, and still sends", async () => {
    localStorage.setItem("sendwright:of:uid-ada:direct-send:template", "t1");
    showTab({ templates: [aStickyTemplate({ syntax_warnings: ["{{ is not closed"] })] });
    await expectToastFor("Template Syntax Warnings: {{ is not closed", 8_000);
  });
});

describe("errors that block sending", () => {
  it("without a template or recipients: explains both, and focuses the first", async () => {
    const { server } = showTab();
    await field();
    await clickButton("Send Email(s)");
    expect(screen.getAllByText("Please select a template.").length).toBeGreaterThan(0);
    expect(screen.getAllByText("Please enter at least one recipient email.")).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Template" }));
    expect(server.presses).toHaveLength(0);
  });

  it.each([
    [
      "a half-typed address",
      "ann@x.org bo@",
      "You have an email typed but not added. Press Enter, Space, or Comma to add it.",
    ],
    ["a chip that is no address", "ann@x.org bo@ ", "Invalid email format: bo@"],
  ])("%s", async (_what, typed, message) => {
    const { server } = showTab();
    await fill("");
    await userEvent.type(await field(), typed);
    await clickButton("Send Email(s)");
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(document.activeElement).toBe(await field());
    expect(server.presses).toHaveLength(0);
    // Invalid addresses get no email.
    expect(screen.getByText("1 email, to one recipient.")).toBeVisible();
    const button = screen.getByRole("button", { name: "Send Email(s)" });
    expect(button).toHaveAccessibleDescription("1 email, to one recipient. To ann@x.org");
  });

  it("shows missing and invalid values at their fields", async () => {
    const variables = [
      aVariable("First"),
      aVariable("Second"),
      aVariable("Mail", { type: "email" }),
    ];
    const fallback = aVariable("Third", { fallback: "x", required: false });
    showTab({ templates: [aStickyTemplate({ parsed_variables: [...variables, fallback] })] });
    await choose();
    await write(userEvent, await field(), "ann@x.org");
    await userEvent.type(await screen.findByLabelText(/Second/), "   ");
    await write(userEvent, screen.getByLabelText(/Mail/), "me@");
    await clickButton("Send Email(s)");
    expect(screen.getByText("Please fill in all required variables.")).toBeInTheDocument();
    expect(screen.getByText("Missing required variables: First, Second")).toBeInTheDocument();
    expect(
      screen.getAllByText("Not an email address in {{Mail}}: me@ (there's nothing after the @)."),
    ).toHaveLength(2);
    expect(screen.getAllByText("Enter a value.")).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText(/First/));

    await userEvent.type(screen.getByLabelText(/First/), "x");
    expect(screen.getByText("Missing required variables: Second")).toBeInTheDocument();
  });
});

describe("the preview", () => {
  it("names missing values until the errors beside the button name them", async () => {
    const { server } = showTab({
      instead: {
        "POST /api/preview": async (seen) => {
          const answer = await (await server.usual(seen))?.json();
          return json(200, { ...answer, missing: ["Name"] });
        },
      },
    });
    await choose();
    await userEvent.type(await screen.findByLabelText(/Place/), "Delft");
    await userEvent.type(await field(), "ann@x.org ");
    expect(await screen.findByText("Still missing: Name")).toBeInTheDocument();
    await clickButton("Send Email(s)");
    expect(screen.getByText("Missing required variables: Name")).toBeInTheDocument();
    expect(screen.queryByText("Still missing: Name")).toBeNull();
  });

  it("shows the first recipient's email immediately, comes into view on request, and follows the form", async () => {
    const { server } = showTab();
    await fill("Ann@x.org bo@x.org");
    const preview = await screen.findByRole("region", { name: "Preview" });
    expect(document.activeElement).not.toBe(preview.parentElement);
    await clickButton("Generate Preview");
    await waitFor(() => expect(preview.parentElement).toHaveFocus());
    expect(preview.textContent).toContain(
      "Preview shows email content for the first recipient added.",
    );
    for (const text of ["ada@example.com", "Ann@x.org", "Hello friends"])
      expect(within(preview).getByText(text)).toBeInTheDocument();
    const asked = () => server.calls("/api/preview").map(sentBody);
    expect(asked().at(-1)).toMatchObject({
      template_id: "t1",
      variables: { Name: "friends", Place: "Delft" },
    });
    await userEvent.type(screen.getByLabelText(/Name/), " all ");
    await waitFor(() => expect(asked().at(-1).variables.Name).toBe("friends all"));
  });

  it.each([
    [
      "with the server's words",
      { success: false, error: "Too long.", reason: "invalid_input" },
      "Preview Error: Too long.",
    ],
    ["without", { success: false }, "Preview Error: Failed to generate preview."],
  ])("reports errors, %s", async (_what, body, message) => {
    const { server } = showTab({ instead: { "POST /api/preview": () => json(400, body) } });
    await fill();
    await clickButton("Generate Preview");
    expect(await screen.findByText(message)).toBeInTheDocument();
    // The server's sentence says what to do; the other one is followed by it.
    const advice = screen.queryByText(/^Your email is unchanged\. Check your connection/);
    expect(advice === null).toBe(message === "Preview Error: Too long.");
    const before = server.calls("/api/preview").length;
    await clickButton("Try again");
    await waitFor(() => expect(server.calls("/api/preview").length).toBeGreaterThan(before));
  });

  it("needs a template", async () => {
    showTab();
    await field();
    await clickButton("Generate Preview");
    expect(screen.getByText("Preview Error: Please select a template.")).toBeInTheDocument();
  });

  it("sends a test to yourself", async () => {
    const { server } = showTab();
    await fill("");
    await clickButton("Generate Preview");
    const button = await screen.findByRole("button", { name: "Send a test to myself" });
    await userEvent.click(button);
    expect(await screen.findByText("A test is on its way to ada@example.com.")).toBeInTheDocument();
    expect(button).toHaveFocus();
    const [test] = server.calls("/api/test-send").map(sentBody);
    const variables = JSON.stringify({ Name: "friends", Place: "Delft" });
    expect(test).toMatchObject({ template_id: "t1", variables });
  });
});

describe("the name in an address", () => {
  it("fills a placeholder that asks for a name, with one click", async () => {
    const variables = [
      aVariable("First Name", { required: false, fallback: "there" }),
      aVariable("Place"),
    ];
    showTab({ templates: [aStickyTemplate({ parsed_variables: variables })] });
    await choose();
    await write(userEvent, await field(), "Maria Gonzalez <maria@x.org>");
    await userEvent.click(
      await screen.findByRole("button", { name: "Use “Maria” from the address" }),
    );
    expect(value(/First Name/)).toBe("Maria");
    expect(screen.queryByRole("button", { name: /from the address/ })).toBeNull();
  });

  it("isn't offered without a name, or to several people, who have a table", async () => {
    showTab();
    await choose();
    await write(userEvent, await field(), "ann@x.org");
    await screen.findByLabelText(/Name/);
    expect(screen.queryByRole("button", { name: /from the address/ })).toBeNull();
    await write(userEvent, await field(), "Bo Li <bo@x.org>");
    // It has a line of its own, which offers a table.
    await userEvent.click(
      await screen.findByRole("button", { name: "Use the name in the addresses" }),
    );
    expect(within(await screen.findByRole("grid")).getByText("Bo Li")).toBeInTheDocument();
  });
});

describe("several people", () => {
  it("get the same values, then their own values in a table, then the same again", async () => {
    const { server } = showTab();
    await fill("ann@x.org");
    expect(screen.queryByText("Each their own")).toBeNull();
    await userEvent.type(await field(), '"Bo Li" <bo@x.org>{Enter}');
    await giveOwn("Name");
    expect(await screen.findByText("Bo Li <bo@x.org>")).toBeInTheDocument();
    expect(within(screen.getByRole("grid")).getByText("Bo Li")).toBeInTheDocument();
    expect(
      screen.getByText("Name: names taken from the addresses. Check them in the list."),
    ).toBeVisible();
    expect(screen.getByRole("textbox", { name: /Place/ })).toHaveValue("Delft");

    await shareAgain("Name");
    expect(chips()).toEqual(["ann@x.org", "Bo Libo@x.org"]);
    await giveOwn("Name");
    await send();
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const [call] = server.presses;
    expect(call?.url).toBe("/api/send-bulk");
    const form = call?.body as FormData;
    expect(await (form.get("csv_file") as File).text()).toContain("Bo Li <bo@x.org>,Bo Li");
    await waitFor(() => expect(chips()).toEqual([]));
  });

  it("who are added during the check of earlier sends stay for the next send", async () => {
    const { arrive, arrival } = held();
    const received = [{ row: 1, at: "2026-11-20T10:12:00.000Z", by: "mailbox" }];
    const { server } = showTab({
      instead: {
        "POST /api/received": () => arrival.then(() => json(200, { success: true, received })),
      },
    });
    await fill();
    await clickButton("Send Email(s)");
    await write(userEvent, await field(), "cy@x.org");
    arrive();
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Only to bo@x.org" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
    await waitFor(() => expect(chips()).toEqual(["cy@x.org"]));
  });

  it("say how many rows their table skipped when they get the same values again", async () => {
    showTab();
    await fill("ann@x.org bo@x.org cy@x.org");
    await giveOwn("Name");
    await userEvent.click(await screen.findByRole("button", { name: "Skip row 2" }));
    await shareAgain("Name");
    expect(chips()).toEqual(["ann@x.org", "cy@x.org"]);
    const left = "1 row was skipped or not included and isn't among the recipients.";
    expect(await toasts().findByText(left)).toBeInTheDocument();
    await giveOwn("Name");
    await shareAgain("Name");
    expect(toasts().getAllByText(left)).toHaveLength(1);
  });

  it("keep the values of their table, including an address that isn't a chip yet", async () => {
    showTab();
    await fill("ann@x.org bo@x.org");
    await userEvent.type(await field(), "cy@x.org");
    await giveOwn("Name");
    expect(await screen.findByText("cy@x.org")).toBeInTheDocument();
    await typeInto(userEvent.setup(), 1, "Name", "Annie");
    await shareAgain("Name");
    expect(chips()).toEqual(["ann@x.org", "bo@x.org", "cy@x.org"]);
    await giveOwn("Name");
    expect(within(await screen.findByRole("grid")).getByText("Annie")).toBeInTheDocument();

    // One of them is replaced by another person, so the table is new.
    await shareAgain("Name");
    await userEvent.click(screen.getByRole("button", { name: "Remove bo@x.org" }));
    await write(userEvent, await field(), "di@x.org");
    await giveOwn("Name");
    const other = within(await screen.findByRole("grid"));
    expect(other.getByText("di@x.org")).toBeInTheDocument();
    expect(other.queryByText("bo@x.org")).toBeNull();
  });

  it("start blank, each placeholder for itself, and give one person what was typed for all", async () => {
    const { server } = showTab({
      templates: [
        aStickyTemplate({
          parsed_variables: [aVariable("Kid"), aVariable("Kick-off"), aVariable("Place")],
        }),
      ],
    });
    await choose();
    await write(userEvent, await field(), "fam@x.org two@x.org");
    for (const [name, text] of [
      ["Kid", "Mia"],
      ["Kick-off", "10:30"],
      ["Place", "Mill Lane"],
    ] as const)
      await write(userEvent, await screen.findByRole("textbox", { name: new RegExp(name) }), text);
    await giveOwn("Kid");
    expect(await screen.findByText("1 ready · 1 to fill in")).toBeVisible();
    expect(within(screen.getByRole("grid")).getAllByText("Mia")).toHaveLength(1);
    // The others stay the same for all, in their places.
    expect(screen.getByRole("textbox", { name: /Kick-off/ })).toHaveValue("10:30");
    expect(within(screen.getByRole("grid")).queryByText("Mill Lane")).toBeNull();
    await typeInto(userEvent.setup(), 2, "Kid", "Ben");
    await giveOwn("Place");
    expect(await screen.findByText("1 ready · 1 to fill in")).toBeVisible();
    await shareAgain("Place");
    await send();
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const form = server.presses[0]?.body as FormData;
    expect(await (form.get("csv_file") as File).text()).toContain("fam@x.org,Mia\r\ntwo@x.org,Ben");
    expect(JSON.parse(String(form.get("variables")))).toEqual({
      "Kick-off": "10:30",
      Place: "Mill Lane",
    });
  });

  it("don't finish a step while a row is to fill in or to fix", async () => {
    showTab();
    await choose();
    await write(userEvent, await field(), "ann@x.org bo@x.org");
    await write(userEvent, await screen.findByLabelText(/Place/), "Delft");
    await giveOwn("Name");
    const marks = () =>
      ["Template and recipients", "Fill in the placeholders"].map((name) =>
        screen
          .getByRole("region", { name })
          .querySelector("[data-done]")
          ?.getAttribute("data-done"),
      );
    const user = userEvent.setup();
    for (const [said, row, header, text] of [
      ["0 ready · 2 to fill in", 1, "Name", "Ann"],
      ["1 ready · 1 to fill in", 2, "Name", "Bo"],
      ["2 ready", 2, "Email", "bo at x.org"],
      ["1 ready · 1 skipped", 2, "Email", "bo@x.org"],
      ["2 ready", null, "", ""],
    ] as const) {
      expect(await screen.findByText(said)).toBeVisible();
      await waitFor(() => expect(marks()).toEqual(Array(2).fill(`${said === "2 ready"}`)));
      if (row !== null) await typeInto(user, row, header, text);
    }
  });

  it("trigger a question again if some already received this email", async () => {
    const { server } = showTab({
      instead: {
        "POST /api/received": () =>
          json(200, {
            success: true,
            received: [{ row: 1, at: "2026-11-20T10:12:00.000Z", by: "mailbox" }],
          }),
      },
    });
    await fill();
    await clickButton("Send Email(s)");
    const question = await screen.findByRole("alertdialog");
    await userEvent.click(within(question).getByRole("button", { name: "Only to bo@x.org" }));
    await waitFor(() => expect(server.presses).toHaveLength(1));
    const form = server.presses[0]?.body as FormData;
    expect(form.get("recipient")).toBe("bo@x.org");
  });
});

import { splitRecipients } from "@sendwright/core/recipients/list";
import {
  parseRecipient,
  type RecipientText,
  recipientText,
} from "@sendwright/core/recipients/recipients";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { announced } from "../../testing/acting.ts";
import { button, clickButton, queryButton } from "../../testing/buttons.ts";
import { RecipientChips } from "./RecipientChips.tsx";
import { addPasted, addTyped, correct } from "./recipientChanges.ts";

interface FieldProps {
  limit?: number;
  errors?: string[];
  /** The text of a chip that is there. */
  chip?: string;
}

function Field({ limit = 3, errors = [], chip }: FieldProps) {
  const [recipients, setRecipients] = useState<readonly RecipientText[]>(
    chip === undefined ? [] : [recipientText(chip)],
  );
  const [typed, setTyped] = useState("");
  return (
    <>
      <RecipientChips
        label="Recipients"
        recipients={recipients}
        typed={typed}
        limit={limit}
        onChange={setRecipients}
        onTyped={setTyped}
        errors={errors}
      />
      <button type="button">After</button>
      <button type="button" onClick={() => setRecipients([])}>
        Empty
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Recipients");
const chips = () => [...document.querySelectorAll<HTMLElement>("[data-chip]")];
const words = () => chips().map((chip) => chip.textContent);
/**
 * Browsers deliver a paste as an event; `userEvent.paste` can't say whether the field should handle
 * it.
 */
const paste = (text: string) =>
  fireEvent.paste(field(), { clipboardData: { getData: () => text } });

async function type(keys: string) {
  render(<Field />);
  await userEvent.type(field(), keys);
}

describe("the recipients' field", () => {
  it.each([
    ["Enter", "ann@example.org{Enter}"],
    ["Tab", "ann@example.org{Tab}"],
    ["comma", "ann@example.org,"],
    ["space", "ann@example.org "],
    ["semicolon", "ann@example.org;"],
  ])("adds the typed address with %s, and is ready for the next one", async (_key, keys) => {
    await type(`${keys}bo@example.org`);
    expect(words()).toEqual(["ann@example.org"]);
    expect(field().value).toBe("bo@example.org");
    expect(document.activeElement).toBe(field());
  });

  it("lets Tab leave an empty field", async () => {
    await type("ann@example.org{Enter}{Tab}");
    expect(document.activeElement).toBe(screen.getByText("After"));
  });

  it("does not separate inside of quotes or brackets", async () => {
    await type('"Good, Ann" <ann@example.org>{Enter}');
    expect(words()).toEqual(["Good, Annann@example.org"]);
  });

  it("accepts a typed name together with its address", async () => {
    await type("Ada Lovelace <ada@x.org> bo@x.org ");
    expect(words()).toEqual(["Ada Lovelaceada@x.org", "bo@x.org"]);
  });

  it("leaves an address whole that is typed after a name without brackets", async () => {
    await type("Uwe uwe@example.org");
    expect(words()).toEqual([]);
    expect(field().value).toBe("Uwe uwe@example.org");
    await userEvent.type(field(), " ");
    expect(words()).toEqual(["Not an email address: Uwe", "uwe@example.org"]);
  });

  it("removes the last with Backspace, only if the field is empty", async () => {
    await type("ann@example.org,bo@example.org,x{Backspace}");
    expect(words()).toHaveLength(2);
    await userEvent.keyboard("{Backspace}");
    expect(words()).toEqual(["ann@example.org"]);
  });

  it.each([
    ["an invalid address", "ann@{Enter}", "Invalid email format: ann@"],
    [
      "an address that is already there",
      "ann@example.org ANN@example.org ",
      "Email already added: ANN@example.org",
    ],
    [
      "the fourth of three",
      "a@x.org b@x.org c@x.org d@x.org{Enter}",
      "Cannot add more than 3 recipients.",
    ],
  ])("says of %s", async (_what, keys, message) => {
    await type(keys);
    expect(screen.getByRole("alert").textContent).toBe(message);
    expect(field().getAttribute("aria-describedby")).toContain(screen.getByRole("alert").id);
  });

  it("keeps what there is no room for, and forgets the message with the next key", async () => {
    await type("a@x.org b@x.org c@x.org d@x.org{Enter}");
    expect(field().value).toBe("d@x.org");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(field(), "x");
    expect(screen.getByRole("alert").textContent).toBe("");
  });

  it("tells a screen reader who came and who went", async () => {
    await type("ann@example.org,bo@example.org,");
    expect(screen.getByText("Added bo@example.org. 2 recipients.").getAttribute("aria-live")).toBe(
      "polite",
    );
    await userEvent.keyboard("{Backspace}");
    expect(screen.getByText("Removed bo@example.org. 1 recipient.")).toBeInTheDocument();
  });

  it("counts only people who can get an email", async () => {
    await type("ann@example.org,bo@,");
    expect(screen.getByText("1 of 3 · 1 invalid")).toBeInTheDocument();
    // The alert says the other.
    expect(announced(/recipient/)).toEqual(["1 recipient, 1 invalid."]);
    expect(screen.getAllByText(/bo@/).map(({ textContent }) => textContent)).toEqual([
      "bo@",
      "Invalid email format: bo@",
    ]);
    expect(screen.getByText(/^There's /)).toBeInTheDocument();
  });

  it("forgets its messages when the recipients change elsewhere, as after a send", async () => {
    await type("bo@,ann@,");
    expect(screen.getByRole("alert").textContent).toBe("Invalid email format: ann@");
    expect(announced(/invalid\./)).toHaveLength(1);
    await userEvent.click(screen.getByText("Empty"));
    expect(screen.getByRole("alert").textContent).toBe("");
    expect(announced(/invalid\./)).toEqual([]);
  });

  it("shows a check's findings, tied to the field", () => {
    render(<Field errors={["Please enter at least one recipient email."]} />);
    expect(screen.getByRole("alert").textContent).toBe(
      "Please enter at least one recipient email.",
    );
    expect(field().getAttribute("aria-invalid")).toBe("true");
  });
});

describe("pasting into it", () => {
  it("offers the only address that a typo can mean, without the words around it", () => {
    render(<Field />);
    paste("Hi coach, here are lucia.romero@mail,example and 'bo@example.org");
    expect(screen.getByText("We left out “'” beside bo@example.org.")).toBeInTheDocument();
    expect(screen.getByText("Not added: lucia.romero@mail,example")).toBeInTheDocument();
    expect(screen.getByText(/the comma “,” can't be in an address/)).toBeInTheDocument();
    fireEvent.click(button("Use lucia.romero@mail.example"));
    expect(words()).toEqual(["bo@example.org", "lucia.romero@mail.example"]);
    expect(screen.queryByText(/Not added/)).toBeNull();
  });

  it("adds a list and says for two seconds how many", () => {
    vi.useFakeTimers();
    render(<Field />);
    paste("Ann <ann@example.org>\nbo@example.org");
    expect(words()).toEqual(["Annann@example.org", "bo@example.org"]);
    expect(screen.getByText("Added 2 email(s) from paste.")).toBeInTheDocument();
    expect(announced(/Added/)).toEqual([
      "Added Ann <ann@example.org>, bo@example.org. 2 recipients.",
    ]);
    act(() => vi.advanceTimersByTime(1_999));
    expect(screen.getByText("Added 2 email(s) from paste.")).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText("Added 2 email(s) from paste.")).toBeNull();
  });

  it("names the pieces that were not added", () => {
    render(<Field />);
    paste("a@x.org, b@x.org, c@x.org, d@x.org, what");
    expect(screen.getByRole("alert").textContent).toBe(
      "Pasted emails exceed limit (3). Some were ignored." +
        "Pasted text contained invalid email formats. They were ignored." +
        "Not added: d@x.org",
    );
    // Nothing is left in the field to correct.
    expect(field().getAttribute("aria-invalid")).toBe("false");
  });

  it("says that a single word is no address", () => {
    render(<Field />);
    expect(paste("what")).toBe(false);
    expect(words()).toEqual([]);
    expect(screen.getByRole("alert").textContent).toBe(
      "Pasted text contained invalid email formats. They were ignored.",
    );
  });

  it("puts half an address to the other half", async () => {
    render(<Field />);
    await userEvent.type(field(), "ann");
    expect(paste("@example.org")).toBe(true);
    expect(words()).toEqual([]);
  });
});

describe("several addresses in one chip", () => {
  const BOTH = ["ann@example.org", "bo@example.org"];

  it.each(["ann@example.org/bo@example.org", "ann@example.org|bo@example.org"])(
    "are one each as they are added: %s",
    async (text) => {
      render(<Field />);
      paste(text);
      expect(words()).toEqual(BOTH);
      await clickButton("Empty");
      await userEvent.type(field(), `${text}{Enter}`);
      expect(words()).toEqual(BOTH);
    },
  );

  it.each([
    ["ann@example.org; bo@example.org", BOTH, "2 of 3"],
    [
      "ann@example.org, no@@example.org",
      ["ann@example.org", "Not an email address: no@@example.org"],
      "1 of 3 · 1 invalid",
    ],
  ])("are split by one click: %s", async (text, now, count) => {
    render(<Field chip={text} />);
    await clickButton("Split");
    expect(words()).toEqual(now);
    expect(screen.getByText(count)).toBeInTheDocument();
    expect(queryButton("Split")).toBeNull();
  });

  it("stay together where there is no room for both", async () => {
    render(<Field chip="ann@example.org; bo@example.org" limit={1} />);
    await clickButton("Split");
    expect(chips()).toHaveLength(1);
    expect(screen.getByText(/Cannot add more/)).toBeInTheDocument();
  });
});

describe("a chip", () => {
  it("that is no address is corrected in its place", async () => {
    await type("ann@ bo@example.org ");
    const wrong = button("Not an email address: ann@");
    await userEvent.click(wrong);
    await userEvent.type(screen.getByLabelText("Edit ann@"), "{End}example.org{Enter}");
    expect(words()).toEqual(["ann@example.org", "bo@example.org"]);
    expect(document.activeElement).toBe(field());
    expect(field().getAttribute("aria-invalid")).toBe("false");
  });

  it("keeps what is typed when the page ends", async () => {
    await type("ann@ ");
    await clickButton("Not an email address: ann@");
    await userEvent.type(screen.getByLabelText("Edit ann@"), "{End}example.org");
    fireEvent(window, new Event("pagehide"));
    expect(words()).toEqual(["ann@example.org"]);
  });

  it("has an editor of its own width, so that nothing on the page moves", async () => {
    await type("bo@ ");
    const chip = screen.getByRole("listitem");
    vi.spyOn(chip, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 82.5, 30));
    await clickButton("Not an email address: bo@");
    expect(chip.style.flexBasis).toBe("82.5px");
    expect(screen.getByLabelText("Edit bo@")).not.toHaveAttribute("size");
    await userEvent.keyboard("{Escape}");
    expect(chip.style.flexBasis).toBe("");
  });

  it("keeps its text after Escape, and accepts the new text when the editor loses focus", async () => {
    await type("ann@example.org ");
    await clickButton("ann@example.org");
    await userEvent.keyboard("x@x.org{Escape}");
    expect(words()).toEqual(["ann@example.org"]);
    await clickButton("ann@example.org");
    await userEvent.keyboard("x@x.org");
    await userEvent.click(screen.getByText("After"));
    await waitFor(() => expect(words()).toEqual(["x@x.org"]));
  });

  it("takes the new text when the editor loses focus, but moves nothing until the button is released", async () => {
    const onChange = vi.fn();
    const [wrong] = splitRecipients("bo@example,org");
    const shown = (recipients: readonly RecipientText[]) => (
      <>
        <RecipientChips
          label="Recipients"
          recipients={recipients}
          typed=""
          limit={3}
          onChange={onChange}
          onTyped={() => undefined}
        />
        <button type="button">After</button>
      </>
    );
    const { rerender } = render(shown(wrong ? [wrong] : []));
    await clickButton(/^Not an email address/);
    await userEvent.keyboard("bo@example.org");
    const user = userEvent.setup();
    await user.pointer({ keys: "[MouseLeft>]", target: screen.getByText("After") });
    expect(onChange).toHaveBeenCalledOnce();
    rerender(shown(onChange.mock.calls[0]?.[0]));
    expect(screen.getByLabelText(/^Edit bo@/)).toBeInTheDocument();
    expect(screen.getByText(/the comma “,” can't be/)).toBeInTheDocument();
    await user.pointer({ keys: "[/MouseLeft]" });
    await waitFor(() => expect(words()).toEqual(["bo@example.org"]));
    expect(screen.queryByText(/the comma “,” can't be/)).toBeNull();
  });

  it("goes with its cross, and the focus goes to the field", async () => {
    await type("ann@example.org bo@example.org ");
    await clickButton("Remove ann@example.org");
    expect(words()).toEqual(["bo@example.org"]);
    expect(document.activeElement).toBe(field());
  });

  it("is reached, walked and taken out by keyboard", async () => {
    await type("a@x.org b@x.org c@x.org {ArrowLeft}");
    expect(document.activeElement).toBe(chips()[2]);
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(chips()[0]);
    // The browser's own keys.
    await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}{Control>}{Backspace}{/Control}");
    expect(document.activeElement).toBe(chips()[0]);
    expect(words()).toHaveLength(3);
    expect(chips().map((chip) => chip.tabIndex)).toEqual([0, -1, -1]);
    await userEvent.keyboard("{Delete}");
    expect(words()).toEqual(["b@x.org", "c@x.org"]);
    expect(document.activeElement).toBe(chips()[0]);
    await userEvent.keyboard("{End}{Backspace}");
    expect(words()).toEqual(["b@x.org"]);
    await userEvent.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(field());
  });
});

function listOf(...texts: string[]): RecipientText[] {
  return texts.map((text) => ({ text, ...(parseRecipient(text) ?? { address: null, name: "" }) }));
}
const texts = (recipients: readonly RecipientText[]) => recipients.map(({ text }) => text);
const ten = Array.from({ length: 10 }, (_, n) => `p${n}@example.org`);

describe("typing a recipient", () => {
  it.each<[string, string[], string, { list: string[]; errors?: string[]; rest?: string }]>([
    ["an address", [], "ann@example.org", { list: ["ann@example.org"] }],
    ["an address with spaces around it", [], "  ann@example.org ", { list: ["ann@example.org"] }],
    [
      "a name and an address",
      [],
      "Ann Good <ann@example.org>",
      { list: ["Ann Good <ann@example.org>"] },
    ],
    ["nothing", [], "  ", { list: [] }],
    ["no address", [], "ann@", { list: ["ann@"], errors: ["Invalid email format: ann@"] }],
    [
      "the same address in another case",
      ["ann@example.org"],
      "ANN@Example.ORG",
      { list: ["ann@example.org"], errors: ["Email already added: ANN@Example.ORG"] },
    ],
    ["the tenth", ten.slice(1), "p0@example.org", { list: [...ten.slice(1), "p0@example.org"] }],
    [
      "the eleventh",
      ten,
      "ann@example.org",
      { list: ten, errors: ["Cannot add more than 10 recipients."], rest: "ann@example.org" },
    ],
    [
      "no address when the list is full",
      ten,
      "ann@",
      { list: ten, errors: ["Invalid email format: ann@"], rest: "ann@" },
    ],
    [
      "one that is there, when the list is full",
      ten,
      "P3@example.org",
      { list: ten, errors: ["Email already added: P3@example.org"] },
    ],
    [
      "two at once, as a phone's keyboard may give them",
      [],
      "ann@example.org bo@example.org",
      { list: ["ann@example.org", "bo@example.org"] },
    ],
  ])("%s", (_what, before, typed, { list, errors = [], rest = "" }) => {
    const change = addTyped(listOf(...before), typed, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
    expect(change.rest).toBe(rest);
  });
});

describe("pasting recipients", () => {
  const limit = "Pasted emails exceed limit (10). Some were ignored.";
  const invalid = "Pasted text contained invalid email formats. They were ignored.";
  const old = "Pasted emails were already added.";
  it.each<
    [
      string,
      string[],
      string,
      { list: string[]; errors?: string[]; ignored?: string[]; success?: string | null },
    ]
  >([
    [
      "a column",
      [],
      "ann@example.org\r\nbo@example.org\r\n",
      { list: ["ann@example.org", "bo@example.org"], success: "Added 2 email(s) from paste." },
    ],
    [
      "a list with commas, semicolons, spaces and tabs",
      [],
      "a@example.org,b@example.org; c@example.org d@example.org\te@example.org",
      {
        list: ["a@example.org", "b@example.org", "c@example.org", "d@example.org", "e@example.org"],
        success: "Added 5 email(s) from paste.",
      },
    ],
    [
      "names",
      [],
      'Ann Good <ann@example.org>; "Li, Bo" <bo@example.org>',
      {
        list: ["Ann Good <ann@example.org>", '"Li, Bo" <bo@example.org>'],
        success: "Added 2 email(s) from paste.",
      },
    ],
    [
      "lines of a name and an address",
      [],
      "Ann Good ann@example.org\r\nJosé de la Cruz\tjose@example.org\n李 li@example.org",
      {
        list: [
          "Ann Good <ann@example.org>",
          "José de la Cruz <jose@example.org>",
          "李 <li@example.org>",
        ],
        success: "Added 3 email(s) from paste.",
      },
    ],
    [
      "a chat: only words that the address is made of are its name",
      [],
      "Mia's mum lucia.romero@mail.example, Ben: ben@example.org\nTom: write to cy@example.org\nBcc: dee@example.org",
      {
        list: [
          "lucia.romero@mail.example",
          "Ben <ben@example.org>",
          "cy@example.org",
          "dee@example.org",
        ],
        errors: [invalid],
        success: "Added 4 email(s) from paste.",
      },
    ],
    [
      "a name and something that is no address, twice",
      [],
      "Ann Good ann@example\nAnn Good ann@example",
      { list: [], errors: [invalid], ignored: ["Ann Good <ann@example>"], success: null },
    ],
    [
      "one address in two cases",
      [],
      "ann@example.org ANN@EXAMPLE.ORG",
      { list: ["ann@example.org"], success: "Added 1 email(s) from paste." },
    ],
    [
      "an address that is already there",
      ["ann@example.org"],
      "Ann@example.org",
      { list: ["ann@example.org"], errors: [old], success: null },
    ],
    [
      "an address that is already there, and a new one",
      ["ann@example.org"],
      "ann@example.org bo@example.org",
      { list: ["ann@example.org", "bo@example.org"], success: "Added 1 email(s) from paste." },
    ],
    ["no addresses", [], "hello world", { list: [], errors: [invalid], success: null }],
    [
      "eleven",
      [],
      [...ten, "late@example.org"].join("\n"),
      {
        list: ten,
        errors: [limit],
        ignored: ["late@example.org"],
        success: "Added 10 email(s) from paste.",
      },
    ],
    [
      "all kinds at once",
      ten.slice(0, 9),
      "p0@example.org, nobody@, new@example.org, late@example.org",
      {
        list: [...ten.slice(0, 9), "new@example.org"],
        errors: [limit, invalid],
        ignored: ["nobody@", "late@example.org"],
        success: "Added 1 email(s) from paste.",
      },
    ],
    [
      "the same addresses and typos twice, with a full list",
      ten,
      "late@example.org, ann@, Late@example.org, ann@",
      { list: ten, errors: [limit, invalid], ignored: ["ann@", "late@example.org"] },
    ],
    [
      "more addresses that are already there, with a full list",
      ten,
      "p1@example.org",
      { list: ten, errors: [old], success: null },
    ],
    [
      "an address with a header in it",
      [],
      "ann@example.org\r\nBcc: eve@example.org",
      {
        list: ["ann@example.org", "eve@example.org"],
        errors: [invalid],
        success: "Added 2 email(s) from paste.",
      },
    ],
    ["nothing", [], " \n", { list: [], success: null }],
  ])("%s", (_what, before, pasted, { list, errors = [], ignored = [], success = null }) => {
    const change = addPasted(listOf(...before), pasted, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
    expect(change.ignored.map(({ text }) => text)).toEqual(ignored);
    expect(change.success).toBe(success);
  });
});

describe("correcting a recipient in its place", () => {
  const before = ["ann@", "bo@example.org"];
  it.each<[string, string, string[], string[]]>([
    ["an address", "ann@example.org", ["ann@example.org", "bo@example.org"], []],
    [
      "a name and an address",
      "Ann <ann@example.org>",
      ["Ann <ann@example.org>", "bo@example.org"],
      [],
    ],
    ["still none", "ann@x", ["ann@x", "bo@example.org"], ["Invalid email format: ann@x"]],
    [
      "several words",
      "ann at example",
      ["ann at example", "bo@example.org"],
      ["Invalid email format: ann at example"],
    ],
    [
      "one that is there",
      "BO@example.org",
      ["bo@example.org"],
      ["Email already added: BO@example.org"],
    ],
    ["nothing", " ", ["bo@example.org"], []],
    [
      "two",
      "a@example.org, c@example.org",
      ["a@example.org", "c@example.org", "bo@example.org"],
      [],
    ],
    [
      "two, of which one is there",
      "bo@example.org, c@example.org",
      ["c@example.org", "bo@example.org"],
      ["Email already added: bo@example.org"],
    ],
  ])("%s", (_what, text, list, errors) => {
    const change = correct(listOf(...before), 0, text, 10);
    expect(texts(change.recipients)).toEqual(list);
    expect(change.errors).toEqual(errors);
  });

  it("two where there is room for one keeps the list and says so", () => {
    const change = correct(listOf(...ten), 0, "a@example.org, c@example.org", 10);
    expect(texts(change.recipients)).toEqual(ten);
    expect(change.errors).toEqual(["Cannot add more than 10 recipients."]);
  });
});

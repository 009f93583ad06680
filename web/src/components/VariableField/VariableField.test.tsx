import type { DateFormat, Variable, VariableType } from "@sendwright/core/contract";
import type { Formats } from "@sendwright/core/dates/formats";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { VariableField } from "./VariableField.tsx";

function aVariable(type: VariableType, more: Partial<Variable> = {}): Variable {
  return { name: "It", type, options: [], fallback: null, required: true, ...more };
}

interface Props {
  variable: Variable;
  initial?: string;
  error?: string | true;
  formats?: Formats;
}

function Field({
  variable,
  initial = "",
  error,
  formats = { dateFormat: "mmddyyyy", timeFormat: "12hr" },
}: Props) {
  const [value, setValue] = useState(initial);
  const [isUnfinished, setUnfinished] = useState(false);
  return (
    <>
      <VariableField
        variable={variable}
        value={value}
        onChange={(text, unfinished) => {
          setValue(text);
          setUnfinished(unfinished);
        }}
        formats={formats}
        error={error}
      />
      <output>{isUnfinished ? "unfinished" : value}</output>
    </>
  );
}

const told = () => screen.getByRole("status").textContent;
const describedBy = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent;

it.each(["text", "sticky", "email", "date"] as const)(
  "is named by its placeholder alone: %s",
  async (type) => {
    render(<Field variable={aVariable(type, { name: "Event" })} />);
    const role = type === "date" ? "group" : "textbox";
    expect(await screen.findByRole(role, { name: "Event" })).toBeInTheDocument();
  },
);

it.each(["text", "email", "dropdown", "date"] as const)(
  "is only marked if its error is elsewhere: %s",
  async (type) => {
    const { container } = render(<Field variable={aVariable(type)} error />);
    await waitFor(() => expect(container.querySelector(".Mui-error")).not.toBeNull());
    expect(container).not.toHaveTextContent("Enter a value.");
  },
);

it.each([
  ["date", "long", "Month day, year"],
  ["date", "mmddyyyy", "MM/DD/YYYY"],
  ["date", "dmy_dots", "DD.MM.YYYY"],
  ["time", "long", "hh:mm AM/PM"],
] as const)(
  "an empty %s in the format %s says in words what belongs where",
  async (type, dateFormat, words) => {
    render(<Field variable={aVariable(type)} formats={{ dateFormat, timeFormat: "12hr" }} />);
    const field = await screen.findByRole("group", { name: "It" });
    expect(field.textContent?.replace(/[\u2066-\u2069\u200b\u00a0]/g, "")).toContain(words);
  },
);

describe("the field of a text variable", () => {
  it("accepts text and shows its fallback while it is empty", async () => {
    render(<Field variable={aVariable("text", { fallback: "there", required: false })} />);
    const field = screen.getByLabelText<HTMLTextAreaElement>(/It/);
    expect(field.placeholder).toBe("there");
    expect(describedBy(field)).toBe("If blank, the email says “there”.");
    await userEvent.type(field, "Ann{Enter}");
    expect(told()).toBe("Ann");
  });

  it("says that the field may stay empty if its fallback is empty", () => {
    const { container } = render(
      <Field variable={aVariable("text", { fallback: "", required: false })} />,
    );
    expect(container).toHaveTextContent("Optional.");
    expect(container).not.toHaveTextContent("“”");
  });

  it("keeps pasted line breaks", async () => {
    render(<Field variable={aVariable("text")} />);
    await userEvent.click(screen.getByLabelText(/It/));
    await userEvent.paste("Main Street 1\nDelft");
    expect(told()).toBe("Main Street 1\nDelft");
  });

  it("says that a sticky one is remembered, and that one in a condition may stay empty", () => {
    render(<Field variable={aVariable("sticky")} />);
    expect(screen.getByText("Remembered in this browser, on this website.")).toBeInTheDocument();
    render(<Field variable={aVariable("text", { required: false })} />);
    expect(screen.getByText("Optional.")).toBeInTheDocument();
  });

  it("is tied to a check's findings", () => {
    render(<Field variable={aVariable("text")} error="Enter a value." />);
    const field = screen.getByLabelText(/It/);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(describedBy(field)).toBe("Enter a value.");
  });
});

describe("the field of an email variable", () => {
  it.each([
    ["ann@example.org", "false"],
    ["ann@", "true"],
    ["", "false"],
  ])("%s: invalid is %s once it was left", async (text, invalid) => {
    render(<Field variable={aVariable("email")} />);
    const field = screen.getByLabelText(/It/);
    await userEvent.click(field);
    if (text) await userEvent.keyboard(text);
    expect(field.getAttribute("aria-invalid")).toBe("false");
    await userEvent.tab();
    expect(field.getAttribute("aria-invalid")).toBe(invalid);
  });
});

describe("the field of a dropdown variable", () => {
  it.each([
    ["its fallback", { fallback: "an offer", required: false }, "an offer", ["an offer"]],
    ["None if it may be blank", { required: false }, "Choose…", ["None"]],
    ["None if its fallback is blank", { fallback: " ", required: false }, "Choose…", ["None"]],
    ["nothing else if it is required", { required: true }, "Choose…", []],
  ])("offers its options, and %s", async (_what, more, shown, none) => {
    render(
      <Field variable={aVariable("dropdown", { options: ["Discount", "Free Trial"], ...more })} />,
    );
    const field = screen.getByLabelText(/It/);
    expect(field.textContent).toBe(shown);
    await userEvent.click(field);
    const options = screen.getAllByRole("option").map(({ textContent }) => textContent);
    expect(options).toEqual([...none, "Discount", "Free Trial"]);
    await userEvent.click(screen.getByRole("option", { name: "Free Trial" }));
    expect(told()).toBe("Free Trial");
  });
});

/** A date or time is typed in parts; each is a separate spin button. */
async function write(keys: string) {
  const [first] = await screen.findAllByRole("spinbutton");
  if (!first) throw new Error("There is no field to write in.");
  await userEvent.click(first);
  if (keys !== "") await userEvent.keyboard(keys);
}
const parts = async () =>
  (await screen.findAllByRole("spinbutton")).map(({ textContent }) => textContent);

describe("the field of a date or time variable", () => {
  it.each([
    ["mmddyyyy", ["04", "01", "2027"]],
    ["ddmmyyyy", ["01", "04", "2027"]],
    ["iso", ["2027", "04", "01"]],
    ["dmy_dots", ["01", "04", "2027"]],
    ["long", ["April", "1", "2027"]],
  ] as const)("shows a date in the format %s", async (dateFormat, shown) => {
    render(
      <Field
        variable={aVariable("date")}
        initial="2027-04-01"
        formats={{ dateFormat, timeFormat: "12hr" }}
      />,
    );
    expect(await parts()).toEqual(shown);
  });

  it.each([
    ["12hr", ["2", "30", "PM"]],
    ["24hr", ["14", "30"]],
  ] as const)("shows a time in the format %s", async (timeFormat, shown) => {
    render(
      <Field
        variable={aVariable("time")}
        initial="14:30"
        formats={{ dateFormat: "iso", timeFormat }}
      />,
    );
    expect(await parts()).toEqual(shown);
  });

  it("returns the typed value in its wire format, and nothing while it is unfinished", async () => {
    render(<Field variable={aVariable("date")} />);
    await write("0401");
    await userEvent.tab();
    await userEvent.tab();
    await waitFor(() => expect(told()).toBe("unfinished"));
    await write("04012027");
    await waitFor(() => expect(told()).toBe("2027-04-01"));
  });

  it.each([
    ["dmy_dots", "12727", ["12", "07", "2027"]],
    ["iso", "27{ArrowRight}712", ["2027", "07", "12"]],
    ["long", "jul1227", ["July", "12", "2027"]],
  ] as const)(
    "completes a year of two digits when the field is left, as %s",
    async (dateFormat, keys, shown) => {
      render(<Field variable={aVariable("date")} formats={{ dateFormat, timeFormat: "24hr" }} />);
      await write(keys);
      await userEvent.click(document.body);
      await waitFor(() => expect(told()).toBe("2027-07-12"));
      expect(await parts()).toEqual(shown);
    },
  );

  it.each<[DateFormat, string, string, string]>([
    ["mmddyyyy", "", "3.12.2026", "2026-12-03"],
    ["mmddyyyy", "", "31.12.2026", "2026-12-31"],
    ["mmddyyyy", "", "3. 12. 2026", "2026-12-03"],
    ["mmddyyyy", "", "3,12,2026", "2026-12-03"],
    ["mmddyyyy", "", "1/5/2027", "2027-01-05"],
    ["mmddyyyy", "", "13/5/2027", "2027-05-13"],
    ["mmddyyyy", "", "2026-12-03", "2026-12-03"],
    ["mmddyyyy", "", "3.12.202{Backspace}2026", "2026-12-03"],
    ["ddmmyyyy", "", "3/4/2026", "2026-04-03"],
    ["ddmmyyyy", "", "Dec 3, 2026", "2026-12-03"],
    ["dmy_dots", "", "1.1.2026", "2026-01-01"],
    ["dmy_dots", "", "3. Mai 2026", "2026-05-03"],
    ["iso", "", "2026-1-15", "2026-01-15"],
    ["iso", "", "3.12.2026", "2026-12-03"],
    ["iso", "", "2026/12/03", "2026-12-03"],
    ["iso", "", "2026 12 03", "2026-12-03"],
    ["mmddyyyy", "", "12 03 2026", "2026-12-03"],
    ["long", "", "Ap 15, 2026", "2026-04-15"],
    ["long", "", "3.12.2026", "2026-12-03"],
    ["long", "", "Dec 3, 2026", "2026-12-03"],
    ["long", "", "12/3/2026", "2026-12-03"],
    ["long", "de", "3.12.2026", "2026-12-03"],
    ["long", "en-GB", "03122026", "2026-12-03"],
    ["long", "hu", "20261203", "2026-12-03"],
  ])("in the format %s %s, typing %s is %s", async (dateFormat, date_language, keys, day) => {
    render(
      <Field
        variable={aVariable("date")}
        formats={{ dateFormat, date_language, timeFormat: "24hr" }}
      />,
    );
    await write(keys);
    await waitFor(() => expect(told()).toBe(day));
  });

  it("shows the day of 3. as the day at once, and keeps it if the year has two digits", async () => {
    render(<Field variable={aVariable("date")} initial="2027-04-01" />);
    await write("3.");
    expect(await parts()).toEqual(["MM", "03", "YYYY"]);
    await userEvent.keyboard("12.26");
    expect(await parts()).toEqual(["12", "03", "0026"]);
    await userEvent.click(document.body);
    await waitFor(() => expect(told()).toBe("2026-12-03"));
  });

  it("says in the numbers of a language what the email says in its words", async () => {
    const formats: Formats = { dateFormat: "long", date_language: "de", timeFormat: "24hr" };
    render(<Field variable={aVariable("date")} formats={formats} initial="2026-12-03" />);
    expect(await parts()).toEqual(["03", "12", "2026"]);
    expect(screen.getByText("In the email: 3. Dezember 2026")).toBeInTheDocument();
  });

  it.each([
    ["typed", "3.13.2026"],
    ["typed", "3 juin 2026"],
    ["pasted", "2027-02-30"],
    ["pasted", "in spring"],
  ])("says that %s text is no date: %s", async (how, text) => {
    render(<Field variable={aVariable("date", { required: false })} initial="2027-04-01" />);
    await write(how === "typed" ? text : "");
    if (how === "pasted") await userEvent.paste(text);
    expect(
      await screen.findByText(`${text} isn't a calendar date. Fix it, or send it as typed.`),
    ).toBeVisible();
    await userEvent.click(document.body);
    expect(told()).toBe("unfinished");
    await userEvent.click(screen.getByRole("button", { name: "Send as typed" }));
    expect(told()).toBe(text);
  });

  it.each(["typed", "pasted"])(
    "asks which day %s text is that the field leaves open",
    async (how) => {
      const formats: Formats = { dateFormat: "iso", timeFormat: "24hr" };
      render(<Field variable={aVariable("date")} formats={formats} />);
      await write(how === "typed" ? "3/4/26" : "");
      if (how === "pasted") await userEvent.paste("3/4/26");
      await userEvent.click(document.body);
      expect(await screen.findByText("3/4/26 could be two days.")).toBeVisible();
      expect(told()).toBe("unfinished");
      await userEvent.click(screen.getByRole("button", { name: "3 April" }));
      expect(told()).toBe("2026-04-03");
      expect(await parts()).toEqual(["2026", "04", "03"]);
    },
  );

  it.each([
    ["date", "2027-04-01", "2027-04-01"],
    ["date", "3.12.2026", "2026-12-03"],
    ["date", "3. Dezember 2026 ", "2026-12-03"],
    ["date", "3/4/2026", "2026-03-04"],
    ["time", "14:30", "14:30"],
    ["time", "19.30 Uhr", "19:30"],
    ["time", "2:30 PM", "14:30"],
  ] as const)("takes a %s that is pasted as %s", async (type, pasted, value) => {
    render(<Field variable={aVariable(type)} />);
    await write("");
    await userEvent.paste(pasted);
    await waitFor(() => expect(told()).toBe(value));
  });

  it("takes what is pasted while all of it is selected", async () => {
    render(<Field variable={aVariable("date")} initial="2027-04-01" />);
    await write("{Control>}a{/Control}");
    await userEvent.paste("3.12.2026");
    await waitFor(() => expect(told()).toBe("2026-12-03"));
  });

  it("can be emptied after a text that is no date", async () => {
    render(<Field variable={aVariable("date")} />);
    await write("3.13.2026");
    await waitFor(() => expect(told()).toBe("unfinished"));
    await userEvent.keyboard("{Backspace}");
    await waitFor(() => expect(told()).toBe(""));
  });

  it("keeps the other parts of a date if one is corrected", async () => {
    render(<Field variable={aVariable("date")} initial="2027-04-12" />);
    await write("{ArrowRight}15/");
    expect(await parts()).toEqual(["04", "15", "2027"]);
  });

  it("says that a pasted text is no time, and takes a part of a date for its part alone", async () => {
    render(<Field variable={aVariable("time")} />);
    await write("");
    await userEvent.paste("noon");
    expect(
      await screen.findByText("noon isn't a time. Fix it, or send it as typed."),
    ).toBeVisible();
    cleanup();
    render(<Field variable={aVariable("date")} initial="2027-04-01" />);
    await write("");
    await userEvent.paste("12");
    await waitFor(() => expect(told()).toBe("2027-12-01"));
  });

  it("becomes a date again if the text that was to be sent as typed is one", async () => {
    render(<Field variable={aVariable("date")} initial="in spring" />);
    const field = screen.getByRole("textbox", { name: /It/ });
    await userEvent.clear(field);
    await userEvent.type(field, "3. Dezember 2026");
    await userEvent.tab();
    expect(told()).toBe("2026-12-03");
    expect(await parts()).toEqual(["12", "03", "2026"]);
  });

  it("says why a date is wrong once the field is left, and sends it as typed if you say so", async () => {
    render(
      <Field
        variable={aVariable("date")}
        formats={{ dateFormat: "dmy_dots", timeFormat: "24hr" }}
      />,
    );
    await write("31022026");
    await userEvent.click(document.body);
    expect(
      await screen.findByText(/31\.02\.2026 isn't a calendar date\. Fix it, or send it as typed\./),
    ).toBeVisible();
    expect(told()).toBe("unfinished");
    await userEvent.click(screen.getByRole("button", { name: "Send as typed" }));
    expect(told()).toBe("31.02.2026");
    const field = screen.getByRole("textbox", { name: /It/ });
    expect(field).toHaveValue("31.02.2026");
    expect(field).toHaveFocus();
    expect(describedBy(field)).toBe("31.02.2026 isn't a calendar date. It will be sent as typed.");

    await userEvent.clear(field);
    expect(field).toHaveFocus();
    await userEvent.tab();
    expect(await screen.findAllByRole("spinbutton")).toHaveLength(3);
  });

  it("says nothing of a date that was fixed", async () => {
    render(<Field variable={aVariable("date")} />);
    await write("02312026");
    await userEvent.click(document.body);
    await screen.findByText(/isn't a calendar date/);
    await write("02282026");
    await waitFor(() => expect(told()).toBe("2026-02-28"));
    expect(screen.queryByText(/isn't a calendar date/)).toBeNull();
  });

  it.each([
    ["date", "in spring", "in spring isn't a calendar date. It will be sent as typed."],
    ["time", "noon", "noon isn't a time. It will be sent as typed."],
    ["date", "2027-02-30", "2027-02-30 isn't a calendar date. It will be sent as typed."],
  ] as const)("shows a %s that is %s as text", (type, value, said) => {
    render(<Field variable={aVariable(type)} initial={value} />);
    const field = screen.getByRole("textbox", { name: /It/ });
    expect(field).toHaveValue(value);
    expect(describedBy(field)).toBe(said);
  });

  it("names its calendar", async () => {
    render(<Field variable={aVariable("date")} />);
    await userEvent.click(await screen.findByRole("button", { name: /Choose date/ }));
    expect(await screen.findByRole("dialog", { name: "Choose a date" })).toBeVisible();
  });

  it.each(["a click", "the keyboard"])("isn't left for its calendar, by %s", async (by) => {
    const onLeave = vi.fn();
    render(
      <VariableField
        variable={aVariable("date")}
        value=""
        onChange={() => undefined}
        formats={{ dateFormat: "iso", timeFormat: "24hr" }}
        onLeave={onLeave}
      />,
    );
    const [first] = await screen.findAllByRole("spinbutton");
    if (first) await userEvent.click(first);
    const button = screen.getByRole("button", { name: /Choose date/ });
    if (by === "a click") await userEvent.click(button);
    else {
      button.focus();
      await userEvent.keyboard("{Enter}");
    }
    expect(await screen.findByRole("dialog", { name: "Choose a date" })).toBeVisible();
    expect(onLeave).not.toHaveBeenCalled();
  });

  it("gives a time in 24 hours", async () => {
    render(<Field variable={aVariable("time")} />);
    await write("230p");
    await waitFor(() => expect(told()).toBe("14:30"));
  });

  it.each([
    ["14", "14:00"],
    ["14:00", "14:00"],
    ["1930", "19:30"],
    ["20:15", "20:15"],
    ["1145p", "23:45"],
    ["1:45p", "13:45"],
    ["230p", "14:30"],
  ])("understands %s in 12 hours", async (keys, time) => {
    render(<Field variable={aVariable("time")} />);
    await write(keys);
    await waitFor(() => expect(told()).toBe(time));
  });

  it("uses no hours from text typed earlier elsewhere", async () => {
    render(<Field variable={aVariable("time")} />);
    await write("1{ArrowRight}{ArrowLeft}");
    await userEvent.keyboard("430p");
    await waitFor(() => expect(told()).toBe("16:30"));
  });

  it("is tied to a check's findings", async () => {
    render(<Field variable={aVariable("date")} error="Enter a value." />);
    await screen.findAllByRole("spinbutton");
    const group = screen.getByRole("group", { name: /It/ });
    expect(
      group.closest('[aria-invalid="true"]') ?? group.querySelector('[aria-invalid="true"]'),
    ).toBeInTheDocument();
    expect(screen.getByText("Enter a value.")).toBeInTheDocument();
  });
});

describe("under a finger", () => {
  it.each([
    ["date", "2025-04-01", "In the email: 04/01/2025"],
    ["time", "14:30", "In the email: 2:30 PM"],
  ] as const)(
    "a %s is the device's own field, which says how the email writes it",
    async (type, value, words) => {
      vi.spyOn(window, "matchMedia").mockImplementation(
        (media) =>
          Object.assign(new EventTarget(), {
            matches: media === "(pointer: coarse)",
            media,
          }) as MediaQueryList,
      );
      render(<Field variable={aVariable(type)} />);
      const field = screen.getByLabelText(/It/);
      expect(field).toHaveAttribute("type", type);
      expect(describedBy(field)).toBeUndefined();
      fireEvent.change(field, { target: { value } });
      expect(told()).toBe(value);
      expect(describedBy(field)).toBe(words);
    },
  );

  it("a date that is half filled in is unfinished", async () => {
    vi.spyOn(window, "matchMedia").mockImplementation(
      (media) =>
        Object.assign(new EventTarget(), {
          matches: media === "(pointer: coarse)",
          media,
        }) as MediaQueryList,
    );
    render(<Field variable={aVariable("date")} />);
    const field = screen.getByLabelText<HTMLInputElement>(/It/);
    Object.defineProperty(field, "validity", { value: { badInput: true } });
    fireEvent.blur(field);
    expect(told()).toBe("unfinished");
  });
});

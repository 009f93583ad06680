import type { Variable } from "@sendwright/core/contract";
import { compileTemplate } from "@sendwright/core/placeholders";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ConfirmProvider } from "../../components/Confirm.tsx";
import { ToastProvider } from "../../components/Toasts.tsx";
import { createQueryClient } from "../../lib/queryClient.ts";
import { checkSession } from "../../lib/session.ts";
import { type TemplateSample, useWriteTemplate } from "../../lib/templateEditorContext.ts";
import { begin } from "../../testing/acting.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { FakeServer, sentBody } from "../../testing/fakeServer.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { sampleRows } from "./EditorPreview.tsx";
import { TemplateEditorProvider } from "./TemplateEditorProvider.tsx";
import { edit, save, saved } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

const LINE = "<p>{{Child}}: {{Amount}}</p>";
const PART = `<p>{{#rows}}</p>${LINE}<p>{{/rows}}</p>`;
const BODY = `<p>Dear {{Parent}},</p>${PART}<p>Total {{Amount|sum}}</p>`;

const rowOf = (child: string, amount: string) =>
  new Map([
    ["Parent", "Jo Meyer"],
    ["Child", child],
    ["Amount", amount],
  ]);

const SAMPLE: TemplateSample = {
  from: "families.csv",
  to: "li@x.org",
  isFirst: true,
  columns: [],
  values: new Map([
    ["Parent", "Bo Li"],
    ["Child", "Cy"],
    ["Amount", "1,00"],
  ]),
  family: { to: "meyer@x.org", rows: [rowOf("Anna", "12,50"), rowOf("Tim", "7,50")] },
  dateOrders: new Map(),
  numberForms: new Map([
    ["Amount", "comma"],
    ["Id", "point"],
  ]),
};

it("shows a sample's dates as their column is read, and both days of one that is open", () => {
  const body = "<p>{{Due|date}} {{Paid|date}} {{Amount}}</p>";
  const { variables, joining, sums } = compileTemplate({ subject: "", body });
  const values = new Map([
    ["Due", "03/04/2026"],
    ["Paid", "03/04/2026"],
    ["Amount", "03/04/2026"],
  ]);
  const sample = { ...SAMPLE, values, dateOrders: new Map([["Due", "dmy" as const]]) };
  expect(sampleRows(variables, body, { joining, sums }, sample)).toEqual([
    { Due: "2026-04-03", Paid: "3 April or March 4?", Amount: "03/04/2026" },
  ]);
});

describe("the rows of a preview", () => {
  const TODAY = new Date(2026, 6, 30);
  const rows = (body: string, sample: TemplateSample | null = null, more: Variable[] = []) => {
    const { variables, joining, sums } = compileTemplate({ body });
    return sampleRows([...variables, ...more], body, { joining, sums }, sample, TODAY);
  };

  it("are two made-up ones, which differ in the repeated part only", () => {
    expect(rows(BODY)).toEqual([
      { Parent: "Parent", Child: "Child", Amount: "120" },
      { Parent: "Parent", Child: "Child 2", Amount: "80" },
    ]);
  });

  it("have a value of each type", () => {
    const inside =
      "{{Name}} {{Day|date}} {{At|time}} {{To|email}} {{Size|dropdown:S,M}} {{One|dropdown:L}}";
    const [first, second] = rows(`<p>{{#rows}}</p><p>${inside}</p><p>{{/rows}}</p>`);
    expect(Object.values(first ?? {})).toEqual([
      ...["Ada Lovelace", "2026-07-28", "14:30", "ada@example.org", "S", "L"],
    ]);
    expect(Object.values(second ?? {})).toEqual([
      ...["Charles Babbage", "2026-07-27", "15:30", "charles@example.org", "M", "L"],
    ]);
  });

  it("can be added up, whatever the name of the column", () => {
    const body = "<p>{{#rows}}</p><p>{{Betrag}}</p><p>{{/rows}}</p><p>{{Betrag|sum}}</p>";
    expect(rows(body)).toEqual([{ Betrag: "120" }, { Betrag: "80" }]);
  });

  it("are one without a repeated part", () => {
    expect(rows(LINE)).toEqual([{ Child: "Child", Amount: "120" }]);
    expect(rows(LINE, SAMPLE)).toEqual([{ Child: "Cy", Amount: "1,00" }]);
  });

  it("are those of one mailbox of the list, or its first row if none has several", () => {
    expect(rows(BODY, SAMPLE).map(({ Child }) => Child)).toEqual(["Anna", "Tim"]);
    expect(rows(BODY, { ...SAMPLE, family: null }).map(({ Child }) => Child)).toEqual(["Cy"]);
  });
});

describe("the editor of a template for several rows", () => {
  it("shows and sends two sample rows, and saves what was made by clicking", async () => {
    const { server, editor } = await edit(
      { subject: "Lunch", body: LINE },
      { "PUT /api/template/t1": () => saved(aTemplate()) },
    );
    expect(await editor.findByText("Filled in with sample values.")).toBeVisible();
    await userEvent.click(editor.getByRole("button", { name: "Repeat for each row" }));
    expect(await editor.findByText("Filled in with sample values for two rows.")).toBeVisible();
    await expect
      .poll(() => server.calls("/api/preview").map(sentBody).at(-1))
      .toMatchObject({
        body: PART,
        variables: { Child: "Child", Amount: "120" },
        rows: [{ Child: "Child 2", Amount: "80" }],
      });
    await save();
    await waitFor(() => {
      const put = server.asked.find(({ method }) => method === "PUT");
      expect(JSON.parse(String(put?.body))).toMatchObject({ body: PART });
    });
  });

  it("opens with the offer to repeat what differs, and previews one mailbox of the list", async () => {
    const server = new FakeServer({
      templates: [
        aTemplate({
          subject: "Lunch of {{Child}}",
          body: `<p>Dear {{Parent}},</p>${LINE}<p>{{Amount|sum}}</p>`,
        }),
      ],
    });
    checkSession();
    function Opener() {
      const write = useWriteTemplate();
      const what = { id: "t1", sample: SAMPLE, repeat: ["Child", "Amount"] };
      return (
        <button type="button" onClick={() => write?.(what, () => undefined)}>
          One email with all their rows
        </button>
      );
    }
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <ConfirmProvider>
            <MemoryRouter>
              <TemplateEditorProvider>
                <Opener />
              </TemplateEditorProvider>
            </MemoryRouter>
          </ConfirmProvider>
        </ToastProvider>
      </QueryClientProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "One email with all their rows" }));
    const editor = within(await screen.findByRole("dialog", { name: "Edit Template" }));
    expect(await editor.findByText(/Repeat this line for each row\?/)).toBeVisible();
    expect(
      editor.getByText(/it can't have {{Child}}\. Take it out, or use a total\./),
    ).toBeVisible();
    await userEvent.click(editor.getByRole("button", { name: "Repeat" }));
    const caption =
      "Filled in with the 2 rows of meyer@x.org in families.csv. Its columns are your placeholders.";
    expect(await editor.findByText(caption)).toBeVisible();
    await expect
      .poll(() => server.calls("/api/preview").map(sentBody).at(-1))
      .toMatchObject({
        variables: { Child: "Anna", Amount: "12,50" },
        rows: [{ Child: "Tim", Amount: "7,50" }],
        number_forms: { Amount: "comma" },
      });
    // The subject still has what differs: such an email would be an error of the list.
    const difference =
      "This email can't be sent: these rows have different values for {{Child}} in the subject.";
    const ways = "Take it out of the subject, or send an email each.";
    expect(await editor.findByText(`${difference} ${ways}`)).toBeVisible();
    const subject = editor.getByRole("textbox", { name: "Subject Line" });
    fireEvent.change(subject, { target: { value: "Lunch {{Amount}}" } });
    expect(
      await editor.findByText(
        /Use its total, take it out of the subject, or send an email each\.$/,
      ),
    ).toBeVisible();
    fireEvent.change(subject, { target: { value: "Lunch {{Amount|sum}}" } });
    await waitFor(() => expect(editor.queryByText(/have different values/)).toBeNull());
    fireEvent.change(subject, { target: { value: "Lunch at {{School}}" } });
    const made = `"School" isn't one of them, and has a sample value.`;
    expect(await editor.findByText(`${caption} ${made}`)).toBeVisible();
    fireEvent.change(subject, { target: { value: "Lunch at {{School}}, {{Place}}" } });
    const several = `"School" and "Place" aren't among them, and have sample values.`;
    expect(await editor.findByText(`${caption} ${several}`)).toBeVisible();
    expect(server.asked.every(({ method }) => method !== "PUT")).toBe(true);
  });
});

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { sentBody } from "../../../testing/fakeServer.ts";
import { held } from "../../../testing/held.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { aFile, choose, pick, server, startServer, visit } from "../bulkTesting.tsx";
import { clickButton, fill, showTab } from "../directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const preview = () => screen.getByRole("region", { name: "Preview" });
const box = () => preview().parentElement as HTMLElement;

it("shows the email of a row beside its list, and on request scrolls to it, focuses it and marks it", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo(at)example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  await user.click(await screen.findByRole("button", { name: "Show the email of row 2" }));
  expect(await within(preview()).findByText("Hello Bo")).toBeInTheDocument();
  const brought = vi.spyOn(Element.prototype, "scrollIntoView");

  // It is already in view, so the mark is the only visible change.
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  await waitFor(() => expect(box()).toHaveFocus());
  expect(brought.mock.contexts).toEqual([box()]);
  expect(box()).toHaveAttribute("data-brought");
  await waitFor(() => expect(box()).not.toHaveAttribute("data-brought"), { timeout: 5_000 });
});

it("never shows an email under the name of another row that is still loading", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  const { arrive, arrival } = held();
  server.instead["POST /api/preview"] = (seen) => arrival.then(() => server.usual(seen));
  await user.click(screen.getByRole("button", { name: "Next row" }));
  await waitFor(() => expect(box()).toHaveAttribute("aria-busy", "true"));
  expect(within(preview()).getByText("ann@example.org")).toBeInTheDocument();
  expect(within(preview()).queryByText("bo@example.org")).toBeNull();
  arrive();
  expect(await within(preview()).findByText("Hello Bo")).toBeInTheDocument();
  expect(within(preview()).getByText("bo@example.org")).toBeInTheDocument();
});

it("skips a person without a problem, and restores them, from their preview", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(
    user,
    aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy at example.org\n"),
  );
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Skip ann@example.org" }));
  expect(
    within(preview()).getByText("Skipped: no email for this row (ann@example.org)."),
  ).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Send 1 email" })).toBeInTheDocument();
  const back = screen.getByRole("button", { name: "Restore ann@example.org" });
  expect(back).toHaveFocus();
  await user.click(back);
  expect(await screen.findByRole("button", { name: "Send 2 emails" })).toBeInTheDocument();
  expect(screen.queryByText(/^Skipped: no email/)).toBeNull();
  expect(await screen.findByRole("button", { name: "Skip ann@example.org" })).toHaveFocus();

  // A person with a problem is fixed, not skipped.
  await user.click(screen.getByRole("button", { name: "Show the email of row 3" }));
  expect(
    await screen.findByText(/^This row gets no email\. Not an email address/),
  ).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^(Skip|Restore) cy/ })).toBeNull();
});

it("shows no email of a row that you skipped: its values don't leave the browser", async () => {
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(
    user,
    aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\nCy,cy@example.org\n"),
  );
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  // Pressing the mouse button would show the row first.
  fireEvent.click(await screen.findByRole("button", { name: "Skip row 2" }));
  await user.click(screen.getByRole("button", { name: "Next row" }));
  expect(
    await screen.findByText("Skipped: no email for this row (bo@example.org)."),
  ).toBeInTheDocument();
  expect(screen.queryByText("Hello Ann")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Send test/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Next row" }));
  expect(await screen.findByText("Hello Cy")).toBeInTheDocument();
  const sent = server
    .calls("/api/preview")
    .map(({ body }) => JSON.parse(String(body)).variables.Name);
  expect(sent).toContain("Cy");
  expect(sent).not.toContain("Bo");
});

describe("in a narrow window", () => {
  /** Makes the window's media queries match a narrow window, or stop matching it. */
  function narrow(isNarrow: boolean): void {
    vi.mocked(window.matchMedia).mockImplementation((media) => {
      const query = Object.assign(new EventTarget(), { media }) as MediaQueryList;
      queries.add(query);
      return Object.defineProperty(query, "matches", {
        get: () => windowIsNarrow && /width < \d+px/.test(media),
      });
    });
    windowIsNarrow = isNarrow;
    act(() => {
      for (const query of queries) query.dispatchEvent(new Event("change"));
    });
  }
  let windowIsNarrow = true;
  const queries = new Set<MediaQueryList>();

  beforeEach(() => {
    queries.clear();
    vi.spyOn(window, "matchMedia");
    narrow(true);
  });

  const sheet = () => screen.queryByRole("dialog", { name: "Email preview" });
  const region = () => screen.queryByRole("region", { name: "Preview" });

  async function withFile() {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann@example.org\nBo,bo@example.org\n"));
    await screen.findByRole("button", { name: "Send 2 emails" });
    return user;
  }

  it("opens over a narrow page, steps from person to person, and gives the focus back", async () => {
    const user = await withFile();
    expect(region()).toBeNull();
    const button = screen.getByRole("button", { name: "Generate Preview" });
    await user.click(button);
    const opened = await screen.findByRole("dialog", { name: "Email preview" });
    expect(await within(opened).findByText("Hello Ann")).toBeInTheDocument();
    expect(opened.closest('[role="presentation"]')).toContainElement(
      document.activeElement as HTMLElement,
    );
    await user.click(within(opened).getByRole("button", { name: "Next row" }));
    expect(await within(opened).findByText("Hello Bo")).toBeInTheDocument();
    // There is no next person, and the focus stays inside.
    expect(within(opened).getByRole("button", { name: "Next row" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(sheet()).toBeNull());
    expect(button).toHaveFocus();
    await user.click(button);
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(sheet()).toBeNull());
    expect(button).toHaveFocus();
  });

  it("sends from the sheet, after the question", async () => {
    const user = await withFile();
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    const opened = await screen.findByRole("dialog", { name: "Email preview" });
    await user.click(await within(opened).findByRole("button", { name: "Send 2 emails" }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Send 2 emails?");
    await waitFor(() => expect(sheet()).toBeNull());
  });

  it("names the list in one line, and shows the ways to another one on request", async () => {
    const user = await withFile();
    expect(screen.queryByRole("button", { name: "Paste from a spreadsheet" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Other list" }));
    expect(screen.getByRole("button", { name: "Paste from a spreadsheet" })).toBeInTheDocument();
  });

  it("asks the questions about a list above it", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\nAnn,ann@gmial.com\nBo,bo@example.org\n"));
    const question = await screen.findByText(
      "1 address ends in gmial.com. Did you mean gmail.com?",
    );
    const row = await screen.findByRole("listitem", { name: "Row 1" });
    expect(question.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // Also while the step is folded.
    await user.click(screen.getByRole("button", { name: "Hide: Recipients" }));
    expect(
      screen.getByText("1 address ends in gmial.com. Did you mean gmail.com?").closest("[hidden]"),
    ).toBeNull();
  });

  it("shows the email of the same row each time you ask", async () => {
    const user = await withFile();
    await user.click(screen.getByRole("button", { name: /^Row 2\b/ }));
    for (let times = 0; times < 2; times += 1) {
      await user.click(screen.getByRole("button", { name: "Show the email of row 2" }));
      expect(await screen.findByText("Hello Bo")).toBeInTheDocument();
      await user.keyboard("{Escape}");
      await waitFor(() => expect(sheet()).toBeNull());
    }
  });

  it("becomes a column in a wide window, and doesn't open if the window becomes narrow", async () => {
    narrow(false);
    const user = await withFile();
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
    expect(sheet()).toBeNull();
    narrow(true);
    await waitFor(() => expect(region()).toBeNull());
    expect(sheet()).toBeNull();
  });

  it("doesn't count as in view while it's closed: sending to one person asks first", async () => {
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
      new DOMRect(0, 100, 360, 500),
    );
    const { server } = showTab();
    await fill("ann@x.org");
    await clickButton("Generate Preview");
    expect(await screen.findByText(/Hello friends/)).toBeInTheDocument();
    await clickButton("Close");
    await waitFor(() => expect(sheet()).toBeNull());
    await clickButton("Send Email(s)");
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("Send 1 email?");
    expect(server.presses).toEqual([]);
  });
});

describe("while typing", () => {
  const previews = () => server.calls("/api/preview");

  it("updates after a pause in typing, not with every key", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await user.click(screen.getByRole("radio", { name: "Manual" }));
    await choose(user, "Invitation");
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello undefined")).toBeInTheDocument();
    const before = previews().length;

    const field = screen.getByRole("textbox", { name: /Name/ });
    vi.useFakeTimers();
    for (const value of ["f", "fr", "fri", "frie", "frien", "friend"]) {
      fireEvent.change(field, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(100));
    }
    expect(previews()).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    const later = previews().slice(before);
    expect(later.map(({ body }) => JSON.parse(String(body)).variables.Name)).toEqual(["friend"]);
  });
});

describe("a test to yourself", () => {
  const FIRST = aTemplate({ parsed_variables: [aVariable("Name")] });
  /**
   * Its values are in another order: with the check of the first template, they would greet people
   * by their city.
   */
  const SECOND = aTemplate({
    id: "t2",
    name: "Offer",
    parsed_variables: [aVariable("City"), aVariable("Name")],
  });

  const button = () => screen.findByRole("button", { name: "Send a test to myself" });
  const calls = (path: string) => server.calls(path).map(sentBody);

  it("sends no test of an earlier template, or of nothing, while another one and its email are loading", async () => {
    const template = held();
    const preview = held();
    server.templates = [FIRST, SECOND];
    server.instead["GET /api/template/t2"] = (seen) =>
      template.arrival.then(() => server.usual(seen));
    server.instead["POST /api/preview"] = async (seen) => {
      if (String(seen.body).includes('"t2"')) await preview.arrival;
      return server.usual(seen);
    };
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,City,Email\nAnn,Delft,ann@example.org\n"));
    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
    expect(await button()).toHaveAttribute("aria-disabled", "false");

    const waits = async () => {
      const waiting = await button();
      expect(waiting).toHaveAttribute("aria-disabled", "true");
      expect(waiting).toHaveAccessibleDescription("Waiting for the template you chose.");
      expect(screen.queryByText("Hello Ann")).toBeNull();
      await user.click(waiting);
      expect(calls("/api/test-send")).toEqual([]);
    };
    await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
    await choose(user, "Offer");
    await waits();
    template.arrive();
    await waitFor(() =>
      expect(calls("/api/preview").some(({ template_id }) => template_id === "t2")).toBe(true),
    );
    await waits();
    preview.arrive();
    expect(
      await within(await screen.findByRole("region", { name: "Preview" })).findByText("Hello Ann"),
    ).toBeVisible();
    await user.click(await button());
    await waitFor(() => expect(calls("/api/test-send")).toHaveLength(1));
    const variables = { City: "Delft", Name: "Ann" };
    const given = { template_id: "t2", variables: JSON.stringify(variables) };
    expect(calls("/api/test-send")[0]).toMatchObject(given);
    // The template's review shows its placeholders; every email of the row has the row's own
    // values.
    const previews = calls("/api/preview").filter(({ template_id }) => template_id === "t2");
    const ofTheRow = previews.filter(({ variables }) => variables.City !== "{{City}}");
    expect(ofTheRow).not.toEqual([]);
    for (const call of ofTheRow) expect(call).toMatchObject({ template_id: "t2", variables });
  });
});

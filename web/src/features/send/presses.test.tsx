import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Seen } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { cellOf, server, startServer, typeInto, visit, visitWithList } from "./bulkTesting.tsx";

const { drawn } = vi.hoisted(() => ({ drawn: [] as string[] }));

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

vi.mock("../../components/StepCard.tsx", async (original) => {
  const { StepCard } = await original<typeof import("../../components/StepCard.tsx")>();
  return {
    StepCard: (props: Parameters<typeof StepCard>[0]) => {
      drawn.push(props.title);
      return <StepCard {...props} />;
    },
  };
});

// A press outside a cell commits it. All that this changes on the screen appears once the button is
// released: earlier, it would move the button under the pointer.
beforeEach(startServer);

it("shows what a press commits after the press", async () => {
  const { user } = await visitWithList();
  await screen.findByText("2 ready");
  await user.click(await cellOf(1, "Email"));
  await user.keyboard("ann");
  const target = await cellOf(2, "Name");
  await user.pointer({ keys: "[MouseLeft>]", target });
  expect(screen.getByText("2 ready")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Undo the last change" })).toBeNull();
  await user.pointer({ keys: "[/MouseLeft]" });
  await waitFor(() => expect(screen.queryByText("2 ready")).toBeNull());
  expect(screen.getByText("1 ready · 1 skipped")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Undo the last change" })).toBeInTheDocument();
});

it("opens what is wrong in a cell after the press on its button, which would slide away", async () => {
  const { user } = await visitWithList('Name,Email\nAnn,"ann@example,org"\nBo,bo@example.org\n');
  const fix = await screen.findByRole("button", { name: /^Use ann@example\.org/ });
  const cell = await cellOf(1, "Email");
  await user.click(await cellOf(2, "Name"));
  expect(cell).not.toHaveAttribute("data-pressed");
  await user.pointer({ keys: "[MouseLeft>]", target: fix });
  expect(cell).toHaveAttribute("aria-selected", "true");
  expect(cell).toHaveAttribute("data-pressed");
  await user.pointer({ keys: "[/MouseLeft]" });
  await waitFor(() => expect(cell).not.toHaveAttribute("data-pressed"));
  expect(await screen.findByText("2 ready")).toBeInTheDocument();
});

describe("a click that commits a cell", () => {
  const clickWhileTyping = async (name: string) => {
    const { user } = await visitWithList("Name,Email\nAnn,ann@example.org\nAnn,bo@example.org\n");
    await screen.findByText("Hello Ann");
    await typeInto(user, 2, "Name", "Bo");
    await user.click(await cellOf(1, "Name"));
    await user.keyboard("Anna");
    await user.click(screen.getByRole("button", { name }));
  };

  it("sends a test of what is typed", async () => {
    await clickWhileTyping("Send a test to myself");
    await waitFor(() => expect(server.calls("/api/test-send")).toHaveLength(1));
    const { variables } = sentBody(server.calls("/api/test-send")[0] as Seen);
    expect(JSON.parse(variables)).toEqual({ Name: "Anna" });
  });

  it("downloads what is typed", async () => {
    const make = vi.fn<(blob: Blob) => string>(() => "blob:list");
    Object.assign(URL, { createObjectURL: make, revokeObjectURL: vi.fn() });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    await clickWhileTyping("Download the corrected list as CSV");
    expect(await make.mock.lastCall?.[0].text()).toContain("Anna,ann@example.org");
  });
});

describe("what is typed in a cell, which nothing took the focus from, is kept", () => {
  const typing = async () => {
    const page = await visitWithList();
    await screen.findByText("2 ready");
    await page.user.click(await cellOf(1, "Name"));
    await page.user.keyboard("Anna");
    return page;
  };

  it("when the page ends", async () => {
    await typing();
    fireEvent(window, new Event("pagehide"));
    cleanup();
    await visit();
    expect(await cellOf(1, "Name")).toHaveTextContent("Anna");
  });

  it("when Back leads to another tab", async () => {
    const { goTo } = await typing();
    fireEvent(window, new PopStateEvent("popstate"));
    goTo(false);
    await screen.findByText("Another tab");
    goTo(true);
    expect(await cellOf(1, "Name")).toHaveTextContent("Anna");
  });
});

const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

describe("a press draws no step again that shows nothing else", () => {
  it("when you click Send, cancel, and click Send again", async () => {
    const { user } = await visitWithList();
    await screen.findByText("Hello Ann");
    drawn.length = 0;
    await press(user, "Send 2 emails");
    await screen.findByRole("alertdialog");
    // Both show whether Send was clicked.
    expect(drawn.toSorted()).toEqual(["Preview and send", "Recipients"]);
    drawn.length = 0;
    await press(user, "Cancel");
    await press(user, "Send 2 emails");
    await screen.findByRole("alertdialog");
    expect(drawn).toEqual([]);
  });

  it("when you ask for the preview", async () => {
    const { user } = await visitWithList();
    await screen.findByText("Hello Ann");
    drawn.length = 0;
    await press(user, "Generate Preview");
    // Its table marks the row.
    expect(drawn).toEqual(["Recipients"]);
  });

  it("when you fill in a cell", async () => {
    const { user } = await visitWithList();
    await screen.findByText("2 ready");
    drawn.length = 0;
    await typeInto(user, 1, "Name", "Anna");
    expect(await cellOf(1, "Name")).toHaveTextContent("Anna");
    expect(drawn).not.toContain("Mode and template");
  });
});

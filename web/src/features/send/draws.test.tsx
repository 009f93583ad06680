import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { cellOf, startServer, typeInto, visitWithList } from "./bulkTesting.tsx";

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

beforeEach(startServer);

const press = (user: UserEvent, name: string) => user.click(screen.getByRole("button", { name }));

describe("draws no step again that shows nothing else", () => {
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

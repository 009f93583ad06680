import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../testing/templates.ts";
import { write } from "../../testing/write.ts";
import { aFile, choose, pick, press, server, startServer, visit } from "./testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** The form of the one call that asked for a send. */
async function sentForm(): Promise<FormData> {
  await waitFor(() => expect(server.presses).toHaveLength(1));
  return server.presses[0]?.body as FormData;
}

describe("the same for everyone", () => {
  const feed = (name: string) => screen.findByRole("combobox", { name: `Column for ${name}` });

  async function feedFrom(user: UserEvent, name: string, word: string) {
    await user.click(await feed(name));
    await user.click(await screen.findByRole("option", { name: word }));
  }

  it("is what a sticky variable has, as remembered, instead of a dead end", async () => {
    localStorage.setItem("sendwright:of:uid-ada:sticky:Sender", "Ada");
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(await feed("Sender")).toHaveTextContent("The same for everyone");
    await press(user);
    expect(JSON.parse(String((await sentForm()).get("variables")))).toEqual({ Sender: "Ada" });
  });

  it("is asked for where nothing is remembered, and remembered from then on", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Sender", { type: "sticky" })] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    expect(await screen.findByText("Write what all get.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Send" }));
    expect(await screen.findByText("Missing required variables: Sender")).toBeInTheDocument();
    await write(user, screen.getByRole("textbox", { name: /Sender/ }), "Ada");
    expect(await screen.findByText("2 ready")).toBeInTheDocument();
    expect(localStorage.getItem("sendwright:of:uid-ada:sticky:Sender")).toBe("Ada");
  });

  it("can be chosen for any variable, and left again for a column or a column of the table", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user);
    await screen.findByText("2 ready");
    await feedFrom(user, "Name", "The same for everyone");
    await write(user, await screen.findByRole("textbox", { name: /Name/ }), "all");
    await user.click(screen.getByRole("button", { name: "Generate Preview" }));
    expect(await screen.findByText("Hello all")).toBeInTheDocument();
    await feedFrom(user, "Name", "Name");
    expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  });
});

describe("a header that differs only in case or spaces", () => {
  it("is taken, and said, until somebody says otherwise", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Full Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("fullname,Email\nAnn,ann@example.org\n"));
    expect(await screen.findByText("1 ready")).toBeInTheDocument();
    expect(
      await screen.findByText("Column “fullname” is taken for {{Full Name}}: only case or spaces differ."),
    ).toBeInTheDocument();
    await press(user);
    expect(JSON.parse(String((await sentForm()).get("column_map")))).toEqual({
      "Full Name": "fullname",
    });
  });

  it("is not taken against a person's will", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("name,Email\nAnn,ann@example.org\n"));
    await screen.findByText("1 ready");
    await user.click(screen.getByRole("combobox", { name: "Column for Name" }));
    await user.click(await screen.findByRole("option", { name: "No column" }));
    expect(await screen.findByText("0 ready · 1 left out")).toBeInTheDocument();
  });
});

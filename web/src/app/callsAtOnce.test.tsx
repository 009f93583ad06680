import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { chooseTemplate } from "../testing/acting.ts";
import { startApplication } from "../testing/application.tsx";
import { json, type Seen } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { aSendAnswer } from "../testing/sendFactories.ts";
import { aTemplate } from "../testing/templateFactories.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

/**
 * Of one person's calls an instance runs two, and lets four wait (`CallQueue`): the next is
 * refused.
 */
const MAX_CALLS = 6;
const PICTURES = Array.from({ length: 10 }, (_, i) => `picture-000000000000000${i}.gif`);
const body = `<p>Dear {{Name}}</p>${PICTURES.map((name) => `<p><img src="cid:${name}" alt=""></p>`).join("")}`;
const pictures = PICTURES.map((original_filename) => {
  return {
    original_filename,
    storage_path: `p/${original_filename}`,
    size: 3,
    content_type: "image/gif",
  };
});
const template = aTemplate({ body, pictures });
const sends = [
  aSendAnswer(
    "going-001",
    { "ann@x.org": "sent", "bo@x.org": "queued" },
    { title: "Reminder", ended_at: null },
  ),
  aSendAnswer("done-0001", { "cy@x.org": "sent", "di@x.org": "failed" }, { title: "Invitation" }),
];
const mail = {
  success: true,
  recipient: "cy@x.org",
  rendered_subject: "Hello",
  rendered_body_html: body,
  rendered_text: "Dear friends",
  variables: { Name: "friends" },
  mail: {
    template_id: "t1",
    subject: "Hello",
    body,
    dateFormat: "iso",
    timeFormat: "24hr",
    files: [],
  },
};

/**
 * Loads the page anew at an address. Each answer takes a while; returns the most calls that waited
 * at once, and all.
 */
async function load(hash: string) {
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  firebase.reset();
  const server = new FakeServer({
    templates: [template, aTemplate({ id: "t2", name: "Plain" })],
    sends,
  });
  const { usual } = server;
  let waiting = 0;
  let most = 0;
  const slowly = async (seen: Seen) => {
    waiting += 1;
    most = Math.max(most, waiting);
    for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next));
    waiting -= 1;
    return seen.url.includes("/mail?") ? json(200, mail) : usual(seen);
  };
  server.usual = slowly;
  await startApplication(`/app${hash}`, ada);
  await screen.findByRole("heading", { level: 1 }, { timeout: 40_000 });
  const atRest = () => waitFor(() => expect(waiting).toBe(0), { timeout: 40_000 });
  return { server, most: () => most, atRest, user: userEvent.setup() };
}

const picturesOf = ({ asked }: FakeServer) =>
  asked.filter(({ url }) => url.includes("/pictures/")).length;

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("the page makes at most six calls at once", () => {
  it.each([
    "",
    "#templates",
    "#direct-send",
    "#bulk-send",
    "#sends",
    "#sends/going-001",
    "#sends/done-0001",
  ])("when it opens at /app%s, and after a reload", async (hash) => {
    for (let visit = 0; visit < 2; visit++) {
      const { server, most, atRest } = await load(hash);
      await atRest();
      expect(server.asked.length).toBeGreaterThanOrEqual(2);
      expect(most()).toBeLessThanOrEqual(MAX_CALLS);
    }
  });

  it("when one tab after the other opens at once", async () => {
    const { most, atRest, user } = await load("");
    for (const name of ["Direct Send", "Bulk Send (CSV)", "Sends", "Manage Templates"]) {
      await user.click(
        await screen.findByRole("tab", { name: new RegExp(`^${name.replace(/[()]/g, "\\$&")}`) }),
      );
    }
    await atRest();
    expect(most()).toBeLessThanOrEqual(MAX_CALLS);
  });

  it("when a template with ten pictures opens", async () => {
    const { server, most, user } = await load("#templates");
    await user.click(await screen.findByRole("button", { name: /^Edit Invitation|^Invitation/ }));
    await waitFor(() => expect(picturesOf(server)).toBe(PICTURES.length), { timeout: 40_000 });
    expect(most()).toBeLessThanOrEqual(MAX_CALLS);
  });

  it("when a reload restores an email with ten pictures that wasn't sent", async () => {
    const before = await load("#direct-send");
    await chooseTemplate("Invitation", before.user);
    await write(
      before.user,
      screen.getByRole("textbox", { name: "Recipients" }),
      "ann@example.org ",
    );
    await write(before.user, await screen.findByLabelText(/Name/), "Ann");
    await waitFor(() => expect(picturesOf(before.server)).toBe(PICTURES.length), {
      timeout: 40_000,
    });
    expect(before.most()).toBeLessThanOrEqual(MAX_CALLS);
    const { server, most } = await load("#direct-send");
    await waitFor(() => expect(picturesOf(server)).toBe(PICTURES.length), { timeout: 40_000 });
    expect(most()).toBeLessThanOrEqual(MAX_CALLS);
  });
});

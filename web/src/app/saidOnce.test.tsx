import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { gone, listen, toasts } from "../testing/acting.ts";
import { findButton, queryButton } from "../testing/buttons.ts";
import { json } from "../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { broken, keyOf } from "../testing/fakeServer.ts";
import { aSendAnswer, mailTo } from "../testing/sendFactories.ts";
import {
  aFreshPage,
  choose,
  goTo,
  open,
  sendDirect,
  sendList,
  server,
  user,
} from "../testing/sendingPage.tsx";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

const press = async (name: string | RegExp) => user.click(await findButton(name));
const answer = async (name: string) => {
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name }));
};
const GOING = { "ann@x.org": "sent", "bo@x.org": "queued" } as const;

const results = () => screen.findByRole("region", { name: "Results" });
/** The toasts that are shown, and not only announced. */
const shownToasts = (words: RegExp) =>
  toasts()
    .queryAllByText(words)
    .filter((toast) => toast.closest("[data-variant]"));

/** From here on, everything is outside the window. */
function scrollAway(): void {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, -500, 300, 100),
  );
}

/** The server has a send, and answers each control with the send that it becomes. */
function withSend(becomes: Parameters<typeof aSendAnswer>[2], rows = GOING) {
  const is = (more: Parameters<typeof aSendAnswer>[2]) =>
    server.accept(aSendAnswer("send-0001", rows, { kind: "manual", ...more }));
  for (const control of ["pause", "resume", "cancel"])
    server.instead[`POST /api/sends/send-0001/${control}`] = async () => {
      // Behind a question, nothing is seen.
      await gone();
      return is(becomes);
    };
  return is;
}

const PAUSED = { state: "paused", pause_reason: "user" } as const;
const CANCELED = {
  state: "cancelled",
  cancelled: 1,
  counts: { total: 2, queued: 0, sending: 0, sent: 1, failed: 0, skipped: 1, warning: 0 },
} as const;

describe("each event of a send is announced once", () => {
  const places = ["#bulk-send/send-0001", "#sends/send-0001"];
  const controls = [
    ["a pause", {}, PAUSED, () => press("Pause"), /Paused by you/],
    ["a resumed send", PAUSED, { state: "queued" }, () => press("Resume"), /Continuing/],
    [
      "a canceled send",
      {},
      CANCELED,
      async () => {
        await press("Cancel");
        await answer("Cancel the send");
      },
      /1 sent, 1 canceled/,
    ],
  ] as const;
  const kinds = places.flatMap((place) =>
    controls.flatMap((control) =>
      [true, false].map((inView) => [place, inView, ...control] as const),
    ),
  );

  it.each(kinds)("in %s, in view: %s: %s", async (place, inView, _, before, after, act, words) => {
    withSend(after)(before);
    await open(place);
    await screen.findByText(/^1 sent/);
    if (!inView) scrollAway();
    const said = listen();
    await act();
    await waitFor(() => expect(said(words)).toHaveLength(1));
    expect(shownToasts(words)).toHaveLength(inView ? 0 : 1);
    expect(await within(await results()).findByText(words)).toBeVisible();
    expect(said(words)).toHaveLength(1);
  });
});

it.each([
  ["in view, only heard", 100, 0],
  ["below the window, though the progress isn't, shown", 5_000, 1],
])("an event whose words in the panel are %s", async (_, top, shown) => {
  withSend(PAUSED)({});
  await open("#sends/send-0001");
  await screen.findByText(/^1 sent/);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const hasWords = /Paused by you/.test(this.textContent ?? "");
    return new DOMRect(0, hasWords ? top : 5_100 - top, 300, 20);
  });
  const said = listen();
  await press("Pause");
  await waitFor(() => expect(said(/Paused by you/)).toHaveLength(1));
  expect(shownToasts(/Paused by you/)).toHaveLength(shown);
});

describe("each event of a click on Send is announced once", () => {
  const end = { "ann@x.org": "sent", "bo@x.org": "sent" } as const;
  const hold = () => {
    server.send = (seen) => {
      const key = keyOf(seen);
      const until = new Date(Date.now() + 10_000).toISOString();
      server.instead[`POST /api/sends/${key}/undo`] = () => {
        server.sends = [];
        return json(200, { success: true });
      };
      const more = { state: "scheduled", started_at: null, starts_at: until, held_until: until };
      return server.accept(aSendAnswer(key, GOING, { ...more, state: "scheduled" }));
    };
  };
  const refuse = () => {
    server.send = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });
  };
  const schedule = () => {
    server.send = (seen) =>
      server.accept(
        aSendAnswer(keyOf(seen), GOING, {
          state: "scheduled",
          starts_at: "2099-01-01T08:00:00.000Z",
        }),
      );
  };
  const lose = () => {
    server.send = (seen) => {
      server.accept(aSendAnswer(keyOf(seen), end));
      return broken();
    };
  };
  const beLate = () => {
    hold();
    const held = server.send;
    server.send = (seen) => {
      const answer = held(seen);
      server.instead[`POST /api/sends/${keyOf(seen)}/undo`] = () =>
        json(409, { success: false, error: "Too late.", reason: "too_late_to_undo" });
      return answer;
    };
  };
  const run = () => {
    server.send = (seen) => server.accept(aSendAnswer(keyOf(seen), GOING, { state: "running" }));
  };
  const finish = async () => {
    await within(await results()).findByText(/^1 sent/);
    server.sends = server.sends.map(({ send }) => aSendAnswer(send.id, end));
  };
  const stay = async () => {};
  const undo = () => press("Undo");
  const undoInSends = async () => {
    await findButton("Undo");
    await goTo("Sends");
    await press("Undo Invitation");
    await waitFor(() => expect(queryButton(/^Undo/)).toBeNull());
    await goTo("Direct Send");
  };
  const undoElsewhere = async () => {
    await findButton("Undo");
    await goTo("Manage Templates");
    await undo();
  };

  // The specification has a toast for the result and for a refusal, beside the panel.
  it.each([
    ["the result of Direct Send", sendDirect, () => {}, stay, /2 emails sent\./, 1],
    ["the result of Bulk Send", sendList, () => {}, stay, /2 sent\./, 1],
    ["the end of a Direct Send in view", sendDirect, run, finish, /2 (emails )?sent\./, 1],
    ["the end of a Bulk Send in view", sendList, run, finish, /2 sent\./, 1],
    ["a refusal", sendDirect, refuse, stay, /Not today/, 1],
    ["a refusal", sendList, refuse, stay, /Not today/, 1],
    ["a hold", sendDirect, hold, stay, /^Sending \d emails? begins in/, 0],
    ["a scheduled send", sendList, schedule, stay, /Begins /, 0],
    ["a lost answer", sendDirect, lose, stay, /emails reached the server/, 0],
    ["an Undo", sendDirect, hold, undo, /Nothing was sent/, 0],
    ["an Undo", sendList, hold, undo, /Nothing was sent/, 0],
    ["an Undo on another tab", sendDirect, hold, undoElsewhere, /Nothing was sent/, 1],
    ["an Undo in Sends", sendDirect, hold, undoInSends, /Nothing was sent/, 1],
    ["an Undo that came too late", sendDirect, beLate, undo, /Undo came too late/, 0],
    ["the same on another tab", sendDirect, beLate, undoElsewhere, /Undo came too late/, 1],
  ])("%s", async (_, send, before, after, words, shown) => {
    before();
    const usual = server.send;
    server.send = async (seen) => {
      // Behind the question, nothing is heard.
      await gone();
      return usual(seen);
    };
    const said = listen();
    await send();
    await after();
    await waitFor(() => expect(said(words)).toHaveLength(1), { timeout: 15_000 });
    expect(shownToasts(words)).toHaveLength(shown);
    if (after !== undoElsewhere) expect(await screen.findAllByText(words)).not.toHaveLength(0);
    await goTo("Manage Templates");
    await goTo(send === sendList ? "Bulk Send (CSV)" : "Direct Send");
    expect(said(words)).toHaveLength(1);
  });
});

describe("each event on other screens is announced once", () => {
  const clickSend = async () => {
    await choose();
    await press("Send Email(s)");
  };
  const sendATest = async () => {
    await choose();
    await write(user, await screen.findByLabelText("Recipients"), "ann@x.org ");
    await press("Send a test to myself");
  };
  const addFile = async () => {
    const file = new File(["a"], "plan.txt", { type: "text/plain" });
    await user.upload(await screen.findByLabelText(/^Files for this email only/), file);
  };
  const dontEmail = async () => {
    await press("Don't email ann@x.org again");
  };

  it.each([
    ["an error of a field", "#direct-send", clickSend, /at least one recipient/, 0],
    ["a test", "#direct-send", sendATest, /A test is on its way/, 1],
    ["a file", "#direct-send", addFile, /Added plan\.txt/, 0],
    ["someone not to be emailed", "#sends/send-0001", dontEmail, /We won't email/, 1],
  ])("%s", async (_, place, act, words, shown) => {
    server.accept(aSendAnswer("send-0001", { "ann@x.org": "sent" }));
    server.instead["GET /api/sends/send-0001/*"] = () => json(200, mailTo("ann@x.org"));
    await open(place);
    const said = listen();
    await act();
    await waitFor(() => expect(said(words)).toHaveLength(1));
    expect(shownToasts(words)).toHaveLength(shown);
    expect(await screen.findAllByText(words)).not.toHaveLength(0);
    expect(said(words)).toHaveLength(1);
  });
});

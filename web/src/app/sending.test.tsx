import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, chips, toasts } from "../testing/acting.ts";
import { json, type Seen } from "../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule, grace } from "../testing/fakeFirebase.ts";
import { broken, keyOf } from "../testing/fakeServer.ts";
import { aSendAnswer } from "../testing/sendFactories.ts";
import {
  aFreshPage,
  choose,
  clickButton,
  goTo,
  list,
  open,
  sendDirect,
  sendList,
  server,
  user,
  withFakeTime,
} from "../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../testing/templateFactories.ts";
import { write } from "../testing/write.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

/** Holds the answer to a call to send until a test gives it. */
function held() {
  let give: (answer: Response | Promise<Response>) => void = () => undefined;
  let call: Seen | undefined;
  server.send = (seen) => {
    call = seen;
    return new Promise((resolve) => (give = resolve));
  };
  return {
    key: async () =>
      waitFor(() => (call ? keyOf(call) : Promise.reject(new Error("Nothing was sent.")))),
    give: (answer: Response | Promise<Response>) => act(async () => give(answer)),
  };
}

describe("while a send starts", () => {
  it("keeps entries made in the meantime, and clears only the emails sent", async () => {
    const answer = held();
    await sendList();
    const key = await answer.key();
    await user.upload(
      document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement,
      [new File(["x"], "next.txt")],
    );
    await answer.give(server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })));
    await waitFor(async () => expect((await list()).value).toBe(""));
    expect(screen.getByText("next.txt")).toBeInTheDocument();
  });

  it("people added to the list in the meantime stay, and no one who was sent to", async () => {
    const answer = held();
    await sendList();
    const key = await answer.key();
    await write(user, await list(), " cy@x.org");
    await answer.give(server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })));
    await screen.findByRole("columnheader", { name: "Row/N" });
    expect((await list()).value).toBe("cy@x.org");
  });
});

describe("a tab that you leave while its send starts", () => {
  const refused = () => json(400, { success: false, error: "Not today.", reason: "invalid_input" });

  it("still reports a refusal of Bulk Send", async () => {
    const answer = held();
    await sendList();
    await goTo("Manage Templates");
    await answer.give(refused());
    expect(await toasts().findByText("Bulk Send Error: Not today.")).toBeInTheDocument();
    await goTo("Bulk Send (CSV)");
    expect(await screen.findByText("Bulk send failed: Not today.")).toBeInTheDocument();
    expect((await list()).value).toBe("ann@x.org\nbo@x.org");
  });

  it("reports a refusal of Direct Send, with its true cause", async () => {
    const answer = held();
    await sendDirect();
    await goTo("Manage Templates");
    await answer.give(refused());
    expect(await toasts().findByText("Send Error: Not today.")).toBeInTheDocument();
    await goTo("Direct Send");
    expect(chips()).toEqual(["ann@x.org", "bo@x.org"]);
    expect(screen.queryByText(/Nothing was sent/)).toBeNull();
  });

  it("reports the end", async () => {
    const answer = held();
    await sendDirect();
    await goTo("Manage Templates");
    await answer.give(
      server.accept(aSendAnswer(await answer.key(), { "ann@x.org": "sent", "bo@x.org": "failed" })),
    );
    expect(await toasts().findByText(/^Send Error: /)).toBeInTheDocument();
    await goTo("Direct Send");
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
  });

  it("reports the end once on the send's own page", async () => {
    const answer = held();
    await sendList();
    const key = await answer.key();
    await answer.give(
      server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sending" })),
    );
    await user.click(await screen.findByRole("link", { name: "Open in Sends" }));
    expect(await screen.findByText("1 sent, 1 to go.")).toBeInTheDocument();
    server.sends = [aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" })];
    expect(await toasts().findByText("2 sent.", {}, { timeout: 10_000 })).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByText("2 sent.").length).toBeGreaterThan(1), {
      timeout: 10_000,
    });
    expect(announced(/2 sent/)).toHaveLength(1);
  });

  it("reports the end before the call is answered, in the same words and once", async () => {
    const answer = held();
    await sendDirect();
    const ended = aSendAnswer(await answer.key(), { "ann@x.org": "sent", "bo@x.org": "failed" });
    const late = server.accept(ended);
    expect(await toasts().findByText("Send Error: 1 sent, 1 failed.")).toBeInTheDocument();
    await waitFor(() => expect(chips()).toEqual(["bo@x.org"]));
    await answer.give(late);
    expect(toasts().getAllByText(/^Send Error/)).toHaveLength(1);
    expect(chips()).toEqual(["bo@x.org"]);
  });
});

describe("another person in another tab of the browser", () => {
  it("is shown nothing of the one before: no recipient, no list, no template, no remembered value", async () => {
    server.templates = [aTemplate({ parsed_variables: [aVariable("Place", { type: "sticky" })] })];
    await open("#direct-send");
    await choose();
    await write(user, await screen.findByLabelText("Recipients"), "ann@x.org ");
    await write(user, await screen.findByLabelText(/Place/), "Delft");
    await goTo("Bulk Send (CSV)");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    await write(user, await list(), "bo@x.org");

    server.templates = [
      aTemplate({ name: "Of Grace", parsed_variables: [aVariable("Place", { type: "sticky" })] }),
    ];
    await act(async () => firebase.become(grace));
    expect(await screen.findByText("grace@example.com")).toBeInTheDocument();
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    expect((await list()).value).toBe("");
    await goTo("Direct Send");
    await choose("Of Grace");
    expect((await screen.findByLabelText<HTMLTextAreaElement>(/Place/)).value).toBe("");
    expect(chips()).toEqual([]);
    expect(screen.queryByText(/ada@example\.com/)).toBeNull();
  });

  it("never sends one person's email as another who has signed in since", async () => {
    await open("#direct-send");
    await choose();
    await write(user, await screen.findByLabelText(/Name/), "friends");
    await write(user, await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org ");
    // Firebase knows about the change before the screens do.
    firebase.user = grace;
    await clickButton(/^Send Email\(s\)$/);
    expect(
      await toasts().findByText(/^Send Error: A different account is now signed in/),
    ).toBeInTheDocument();
    expect(server.presses).toEqual([]);
  });
});

describe("an answer that is lost", () => {
  const pass = async (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  beforeEach(withFakeTime);

  it.each([
    ["Direct Send", sendDirect],
    ["Bulk Send", sendList],
  ])(
    "of %s: doesn't say that nothing started while the server may be preparing the send",
    async (_way, send) => {
      let key = "";
      server.send = (seen) => {
        key = keyOf(seen);
        return broken();
      };
      await send();
      await pass(60);
      expect(screen.queryByText(/Nothing was sent/)).toBeNull();
      expect(
        server.asked.filter(({ url }) => url.startsWith(`/api/sends/${key}`)).length,
      ).toBeLessThan(10);
      server.accept(aSendAnswer(key, { "ann@x.org": "sent", "bo@x.org": "sent" }));
      await pass(30);
      expect((await screen.findAllByText(/^2 (emails )?sent\.$/)).length).toBeGreaterThan(0);
      expect(server.presses).toHaveLength(1);
    },
  );

  it.each([
    ["Direct Send", sendDirect],
    ["Bulk Send", sendList],
  ])(
    "of %s: after 90 s it is certain; the form is as it was, and so is the key",
    async (_way, send) => {
      const usual = server.send;
      server.send = broken;
      await send();
      await pass(95);
      expect(
        (await screen.findAllByText(/Nothing was sent\. You can send again/)).length,
      ).toBeGreaterThan(0);
      const asked = server.asked.length;
      await pass(120);
      expect(
        server.asked.slice(asked).filter(({ url }) => url.startsWith("/api/sends")),
      ).toHaveLength(0);
      server.send = usual;
      await clickButton(/^Send (2 emails|Email\(s\))$/);
      expect((await screen.findAllByText(/^2 (emails )?sent\.$/)).length).toBeGreaterThan(0);
      const [first, second] = server.presses.map(keyOf);
      expect(second).toBe(first);
    },
  );
});

it("Send on a template chooses it in both tabs, unless a list is waiting in Bulk Send", async () => {
  server.templates = [
    aTemplate({ parsed_variables: [] }),
    aTemplate({ id: "t2", name: "Offer", parsed_variables: [] }),
  ];
  await open("#bulk-send");
  await choose("Invitation");
  const sendOfferAndGoTo = async (tab: string) => {
    await goTo("Manage Templates");
    await user.click(await screen.findByRole("link", { name: "Direct Send Offer" }));
    await goTo(tab);
  };
  const chosen = () => screen.findByRole("combobox", { name: "Template" });
  await sendOfferAndGoTo("Direct Send");
  expect(await chosen()).toHaveTextContent("Offer");
  await sendOfferAndGoTo("Bulk Send (CSV)");
  expect(await chosen()).toHaveTextContent("Offer");
  await choose("Invitation");
  await user.click(await screen.findByRole("radio", { name: "Manual" }));
  await write(user, await list(), "ann@x.org");
  await sendOfferAndGoTo("Bulk Send (CSV)");
  expect(await screen.findByText("Manual · Invitation")).toBeInTheDocument();
});

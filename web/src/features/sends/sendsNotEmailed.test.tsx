import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { aSendAnswer, mailTo } from "../../testing/sendFactories.ts";
import { aFreshPage, open, server, user } from "../../testing/sendingPage.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(aFreshPage);

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

/** A scheduled send, copied to the boss. */
function hasScheduled(...recipients: string[]) {
  const rows = Object.fromEntries(recipients.map((one) => [one, "queued" as const]));
  const boss = { cc: "boss@x.org" };
  const when = { state: "scheduled", starts_at: tomorrow, started_at: null } as const;
  server.sends = [aSendAnswer("later-001", rows, { title: "Reminder", ...when, ...boss })];
  server.instead["GET /api/sends/later-001/mail"] = ({ url }) => {
    const row = Number(new URL(url, "http://x").searchParams.get("row"));
    return json(200, mailTo(recipients[row - 1] ?? "", boss));
  };
}

const results = async () =>
  within(await screen.findByRole("region", { name: "Results of each row" }));
const offer = (address: string) =>
  screen.findByRole("button", { name: `Don't email ${address} again` });

describe("people you don't email, in a send that waits", () => {
  it("are named with what happens to them, as soon as they are added", async () => {
    hasScheduled("ann@x.org", "bo@x.org");
    await open("#sends/later-001");
    await user.click(await offer("ann@x.org"));
    expect(
      await screen.findByText(
        "We'll skip ann@x.org, who is on your list of people you don't email.",
      ),
    ).toBeVisible();
    expect((await results()).getByText("On your list of people you don't email.")).toBeVisible();
    expect(
      await screen.findByText("ann@x.org is on your list of people you don't email."),
    ).toBeVisible();
    expect(screen.queryByRole("button", { name: "Don't email ann@x.org again" })).toBeNull();
  });

  it("are counted, and the first three named", async () => {
    server.dontEmail("a@x.org", "b@x.org", "c@x.org", "d@x.org");
    hasScheduled("a@x.org", "b@x.org", "c@x.org", "d@x.org", "e@x.org");
    await open("#sends/later-001");
    expect(
      await screen.findByText(
        "We'll skip 4 rows of people you don't email: a@x.org, b@x.org, c@x.org and 1 more.",
      ),
    ).toBeVisible();
  });

  it("get no copy, and can be chosen there", async () => {
    hasScheduled("ann@x.org");
    await open("#sends/later-001");
    expect(await screen.findByText("Cc to boss@x.org on 1 email.")).toBeVisible();
    await user.click(await offer("boss@x.org"));
    expect(
      await (await results()).findByText(
        "No copy, because on your list of people you don't email: boss@x.org.",
      ),
    ).toBeVisible();
    expect(server.suppressions).toMatchObject([{ address: "boss@x.org" }]);
    expect(screen.queryByText(/^Cc to boss/)).toBeNull();
    expect(screen.queryByText(/^We'll skip/)).toBeNull();
  });

  it("are skipped when you send now, which the question says only if there are any", async () => {
    hasScheduled("ann@x.org");
    await open("#sends/later-001");
    const ask = async () => {
      await user.click(await screen.findByRole("button", { name: "Send now" }));
      return await screen.findByRole("alertdialog");
    };
    const cancel = () => user.keyboard("{Escape}");
    expect(await ask()).not.toHaveTextContent("skipped");
    await cancel();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.click(await offer("boss@x.org"));
    await (await results()).findByText(/^No copy/);
    expect(await ask()).toHaveTextContent("People you don't email are skipped.");
  });
});

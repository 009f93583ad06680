import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import { aSendAnswer, mailTo } from "../../testing/sendFactories.ts";
import { aFreshPage, choose, open, server, user } from "../../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  aFreshPage();
  fakeWorker(() => new ListWork());
});

/**
 * A canceled send: 1 row was sent, 1 failed, 2 were waiting, 1 was skipped from the start, 1 is
 * unconfirmed.
 */
function cancelled() {
  const { send, results } = aSendAnswer(
    "stopped-1",
    {
      "ann@x.org": "sent",
      "bo@x.org": "failed",
      "cy@x.org": "skipped",
      "di@x.org": "skipped",
      "no@x.org": "skipped",
      "maybe@x.org": "warning",
    },
    { state: "cancelled", cancelled: 2, kind: "csv", started_at: new Date().toISOString() },
  );
  const wasToGo = ["cy@x.org", "di@x.org"];
  return {
    send,
    results: results.map((row) =>
      wasToGo.includes(row.recipient) ? { ...row, cancelled: true as const } : row,
    ),
  };
}

const asked: unknown[] = [];
function takesRetries() {
  asked.length = 0;
  server.instead["POST /api/sends/stopped-1/retry"] = ({ body }) => {
    asked.push(JSON.parse(String(body)));
    return json(200, { success: true, send: cancelled().send });
  };
}
const offer = () => screen.findByRole("button", { name: "Send to the 3 who did not get it" });

it("a canceled send goes to those who did not get it after all, once the person confirms", async () => {
  server.sends = [cancelled()];
  takesRetries();
  await open("#sends/stopped-1");
  await user.click(await offer());
  const question = within(
    await screen.findByRole("alertdialog", { name: "Send 3 emails after all?" }),
  );
  expect(
    question.getByText(
      "To bo@x.org, cy@x.org, di@x.org, with the same email and values as before.",
    ),
  ).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: "Send 3 emails" }));
  await waitFor(() => expect(asked).toEqual([{ rows: [2, 3, 4], received: [] }]));
});

it("names no one whom you don't email, and says why the others aren't included", async () => {
  server.sends = [cancelled()];
  server.dontEmail("CY@x.org");
  takesRetries();
  await open("#sends/stopped-1");
  const some = await screen.findByRole("button", { name: "Send to the 2 who did not get it" });
  expect(screen.getByText("1 sent, 1 failed, 1 unconfirmed, 2 canceled, 1 skipped.")).toBeVisible();
  const others =
    "Not among the 2 who did not get it: 1 with a problem (“Edit it first” includes them), 1 on your list of people you don't email, 1 unconfirmed.";
  expect(screen.getByText(others)).toBeVisible();
  await user.click(some);
  const question = within(
    await screen.findByRole("alertdialog", { name: "Send 2 emails after all?" }),
  );
  await user.click(question.getByRole("button", { name: "Send 2 emails" }));
  await waitFor(() => expect(asked).toEqual([{ rows: [2, 4], received: [] }]));
});

it("doesn't send a failed row again to someone whom you don't email", async () => {
  server.sends = [aSendAnswer("failed-01", { "ann@x.org": "failed", "bo@x.org": "failed" })];
  server.dontEmail("bo@x.org");
  await open("#sends/failed-01");
  expect(await screen.findByRole("button", { name: "Send 1 failed row again" })).toBeEnabled();
  expect(
    screen.getByText("Not sent again: 1 on your list of people you don't email."),
  ).toBeVisible();
});

it("skips people who received the same email from another send since", async () => {
  const since = aSendAnswer(
    "other-001",
    { "CY@x.org": "sent" },
    { started_at: new Date().toISOString() },
  );
  server.sends = [since, cancelled()];
  takesRetries();
  await open("#sends/stopped-1");
  await user.click(await offer());
  const question = within(
    await screen.findByRole("alertdialog", { name: "Send 2 emails after all?" }),
  );
  expect(
    question.getByText(
      "1 other has already received this email from another send, or will soon. They won't get it again.",
    ),
  ).toBeInTheDocument();
  await user.click(question.getByRole("button", { name: "Send 2 emails" }));
  await waitFor(() => expect(asked).toEqual([{ rows: [2, 4], received: [] }]));
});

it("asks one by one about people who share an address with someone who has the email, and sends to no one undecided", async () => {
  server.sends = [cancelled()];
  server.instead["POST /api/received"] = () => {
    const at = new Date().toISOString();
    const unclear = [2, 3].map((row) => ({ row, by: "unclear", at }));
    return json(200, { success: true, received: unclear });
  };
  takesRetries();
  await open("#sends/stopped-1");
  const ask = async () => {
    await user.click(await offer());
    return within(await screen.findByRole("alertdialog", { name: "Send these emails after all?" }));
  };
  const first = await ask();
  expect(
    first.getByText("To di@x.org, with the same email and values as before."),
  ).toBeInTheDocument();
  expect(
    first.getByText("These addresses received it, maybe for someone else. Send to:"),
  ).toBeInTheDocument();
  await user.click(first.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(asked).toEqual([{ rows: [4], received: [] }]));
  const second = await ask();
  await user.click(second.getAllByRole("checkbox")[1] as HTMLElement);
  await user.click(second.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(asked.at(-1)).toEqual({ rows: [3, 4], received: [3] }));
});

it("asks about the only one left of several who may have the email, and doesn't choose for you", async () => {
  server.sends = [cancelled()];
  server.instead["POST /api/received"] = () => {
    const at = new Date().toISOString();
    const received = [
      { row: 2, by: "mailbox", at },
      { row: 3, by: "mailbox", at },
      { row: 4, by: "unclear", at },
    ];
    return json(200, { success: true, received });
  };
  takesRetries();
  await open("#sends/stopped-1");
  await user.click(await offer());
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByRole("checkbox")).not.toBeChecked();
  await user.click(question.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Nothing was sent, because you chose no one.")).toBeVisible();
  expect(asked).toEqual([]);
});

it("is corrected only once we know whether it was sent again since", async () => {
  server.sends = [cancelled()];
  server.instead["GET /api/sends"] = () => json(500, { success: false, error: "Down." });
  server.instead["GET /api/sends/stopped-1/mail"] = () => json(200, mailTo("ann@x.org"));
  await open("#sends/stopped-1");
  const edit = await screen.findByRole("button", { name: "Edit it first" });
  // The button waits each time that the page tries to load them again.
  await waitFor(async () => {
    await user.click(edit);
    expect(screen.getByText("We couldn't load your sends. Try again.")).toBeVisible();
  });
  expect(window.location.hash).toBe("#sends/stopped-1");
});

it("asks nothing if all of them have received it since", async () => {
  const people = { "bo@x.org": "sent", "cy@x.org": "sent", "di@x.org": "queued" } as const;
  server.sends = [
    aSendAnswer("other-001", people, { started_at: new Date().toISOString() }),
    cancelled(),
  ];
  takesRetries();
  await open("#sends/stopped-1");
  await user.click(await offer());
  expect(
    await screen.findByText(/^Everyone here has already received this email from another send/),
  ).toBeInTheDocument();
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(asked).toEqual([]);
});

it("offers no other way to send again while it checks who already received the email", async () => {
  server.sends = [cancelled()];
  server.instead["POST /api/received"] = () => new Promise(() => undefined);
  await open("#sends/stopped-1");
  const again = () => screen.queryByRole("button", { name: "Send again to maybe@x.org" });
  await waitFor(() => expect(again()).not.toBeNull());
  await user.click(await offer());
  await waitFor(() => expect(again()).toBeNull());
});

it("is not offered when its people are deleted", async () => {
  server.sends = [{ ...cancelled(), results: [] }];
  await open("#sends/stopped-1");
  expect(await screen.findByText(/^1 sent/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /who did not get it/ })).toBeNull();
});

/** Writes another email with a template that has these files now, to people who got `sent`. */
async function writeAgain(sent: { name: string; size: number }[], now: typeof sent) {
  const variables = [aVariable("Name"), aVariable("When")];
  const attachments = now.map(({ name, size }) => ({
    original_filename: name,
    storage_path: name,
    size,
    content_type: "application/pdf",
  }));
  const template = aTemplate({ subject: "Game", parsed_variables: variables, attachments });
  server.templates = [template];
  server.sends = [aSendAnswer("done-0001", { "ann@x.org": "sent", "bo@x.org": "sent" })];
  const { subject, body, dateFormat, timeFormat, id } = template;
  const mail = { subject, body, dateFormat, timeFormat, template_id: id, files: sent };
  server.instead["GET /api/sends/done-0001/mail"] = () =>
    json(200, {
      success: true,
      recipient: "ann@x.org",
      rendered_subject: "Game",
      rendered_body_html: "<p>Hi</p>",
      rendered_text: "Hi",
      variables: {},
      mail,
    });
  const rows = ["ann", "bo"].map((Name, at) => ({
    row: at + 1,
    recipient: `${Name}@x.org`,
    reason: "",
    values: { Name, When: "Friday 3 pm" },
  }));
  server.instead["GET /api/sends/done-0001/corrections"] = () =>
    json(200, { success: true, variables: ["Name", "When"], date_orders: {}, rows });
  await open("#sends/done-0001");
  const write = await screen.findByRole("button", { name: "Write to everyone who received it" });
  await waitFor(() => expect(write).toBeEnabled());
  await user.click(write);
  await choose();
  return within(await screen.findByRole("region", { name: "Recipients" }));
}

const MAP = { name: "map.pdf", size: 10 };
it.each([
  ["another file", [], [MAP]],
  ["a file less", [MAP], []],
  ["another file of that name", [MAP], [{ ...MAP, size: 11 }]],
])(
  "another email to its people isn't the one that they have if the template has %s",
  async (_what, sent, now) => {
    const step = await writeAgain(sent, now);
    expect(await step.findByText("2 ready")).toBeVisible();
  },
);

it("another email to its people isn't ready unseen while it is exactly the one that they have", async () => {
  const step = await writeAgain([MAP], [MAP]);
  expect(await step.findByText("2 ready · 2 would get the same email again")).toBeVisible();
  expect(await step.findAllByText("The same email as before.")).toHaveLength(2);
  expect(step.getByRole("button", { name: /^To check 2/ })).toBeVisible();
  expect(step.getAllByText("as in the earlier send")).toHaveLength(2);
  expect(step.getByTitle("Something is left to do")).toBeVisible();
  const cell = () => step.getAllByRole("gridcell", { name: /^Friday 3 pm/ })[0] as HTMLElement;
  for (const left of ["2 ready · 1 would get the same email again", "2 ready"]) {
    await user.click(cell());
    await user.keyboard("Friday 4 pm{Enter}");
    expect(await step.findByText(left)).toBeVisible();
  }
  expect(step.getAllByText("as in the earlier send")).toHaveLength(1);
  expect(step.queryByTitle("Something is left to do")).toBeNull();
});

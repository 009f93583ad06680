import type { Attempt } from "@sendwright/core/attempt/attempt";
import { AppError } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../lib/queryClient.ts";
import { checkSession } from "../../../lib/session.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { FakeServer } from "../../../testing/fakeServer.ts";
import { aVariable } from "../../../testing/templateFactories.ts";
import { aCheck, aList } from "../factories.ts";
import { emptyForm } from "../form/sendForm.ts";
import { ActionBar, SendStep } from "./SendStep.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  new FakeServer({});
  checkSession();
});

const click = { key: "k", submitted: null, at: 0 };
const hold = { until: Date.now() + 10_000, emails: 3, later: null };
const known = "answered" as const;

const NOTHING = "Nothing is ready to send yet.";
const NEXT = "You can write the next email now.";
const LATER = "You can send this after the countdown.";
const UPLOADING = "We send nothing until all files are uploaded.";

/** What became of the last click: the button, and the sentences beside it that are true then. */
const STATES: [string, Attempt, { button: string; blank: string[]; filled: string[] }, boolean?][] =
  [
    [
      "idle",
      { status: "idle", again: null },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "asked",
      { status: "asked", isRepeat: false, ...click },
      { button: "Sending...", blank: [NOTHING], filled: [] },
    ],
    [
      "uploading",
      { status: "idle", again: null },
      { button: "Send Email(s)", blank: [NOTHING, UPLOADING], filled: [UPLOADING] },
      true,
    ],
    [
      "lost",
      { status: "lost", cause: "silence", lostAt: 0, ...click },
      { button: "Checking...", blank: [NOTHING], filled: [] },
    ],
    [
      "counting down",
      { status: "held", known, hold, ...click },
      { button: "Undo", blank: [NEXT], filled: [LATER] },
    ],
    [
      "undoing",
      { status: "undoing", known, hold, ...click },
      { button: "Undo", blank: [NEXT], filled: [] },
    ],
    [
      "undone",
      { status: "undone", ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "sending",
      { status: "begun", known, ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "sent",
      { status: "ended", known, ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "refused",
      { status: "refused", refusal: new AppError("internal_server_error", "No."), ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "absent",
      { status: "absent", ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
    [
      "gone",
      { status: "gone", ...click },
      { button: "Send Email(s)", blank: [NOTHING], filled: [] },
    ],
  ];

const list = aList("Email,Name\nann@x.org,Ann\n");
const check = aCheck(list, [aVariable("Name")]);

it.each(
  STATES.flatMap(([state, attempt, near, isUploading = false]) => [
    [state, "a blank form", attempt, near.button, near.blank, isUploading] as const,
    [state, "an email", attempt, near.button, near.filled, isUploading] as const,
  ]),
)("%s, %s: only true sentences are near Send", (_state, of, attempt, button, said, isUploading) => {
  const isBlank = of === "a blank form";
  const held = attempt.status === "held" || attempt.status === "undoing" ? attempt : null;
  const { tab, when } = emptyForm("direct");
  const given = { tab, when, check: isBlank ? null : check, toFill: 0 };
  const progress = { files: 0, allFiles: 1, bytes: 0, allBytes: 1, isWaiting: false };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SendStep {...given} change={vi.fn()} isAsked={false} isHeld={held !== null} />
      <ActionBar
        {...given}
        hasPeople={!isBlank}
        errors={[]}
        uploading={isUploading ? progress : null}
        onCancelUpload={vi.fn()}
        held={held}
        onUndo={vi.fn()}
        onPreview={vi.fn()}
        onSkipped={vi.fn()}
        send={{ isBusy: false, status: attempt.status, onSend: vi.fn() }}
      />
    </QueryClientProvider>,
  );
  const sentences = [NOTHING, NEXT, LATER, UPLOADING].filter((one) => screen.queryByText(one));
  expect(sentences).toEqual(said);
  expect(screen.getByRole("button", { name: button })).toBeInTheDocument();
  const buttons = ["Send Email(s)", "Sending...", "Checking...", "Undo"];
  expect(buttons.filter((name) => screen.queryByRole("button", { name }))).toEqual([button]);
});

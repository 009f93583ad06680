import type { Attempt } from "@sendwright/core/attempt/attempt";
import { mailboxesReady } from "@sendwright/core/check/joinedRows";
import type { CheckResult } from "@sendwright/core/check/types";
import { listInWords, pluralize } from "@sendwright/core/pluralize";
import { uniqueRecipients } from "@sendwright/core/recipients/recipients";
import { withCommas } from "@sendwright/core/withCommas";
import { CalendarClock, Clock, Copy, type LucideIcon, Mails, Send, UserMinus } from "lucide-react";
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { breakable } from "../../../components/breakable.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useConfig } from "../../../data/configQuery.ts";
import type { UploadProgress } from "../../../data/fileUploads.ts";
import { reserveBar } from "../../../lib/reserveBar.ts";
import { useSession } from "../../../lib/useSession.ts";
import { copiesReady, copyMessages, recipientsReady } from "../../../sending/copies.ts";
import { HoldWords } from "../../../sending/panel/HoldNotice.tsx";
import { StartChoice } from "../../../sending/StartChoice.tsx";
import { useSendFacts } from "../../../sending/sendFacts.ts";
import { OTHER_PROGRAMS } from "../../../sending/stateMessages.ts";
import { notSentOf } from "../check/findings.ts";
import { emailsMessage } from "../check/questionWords.ts";
import { Uploading } from "../files/Uploading.tsx";
import type { SendFormAction } from "../form/formActions.ts";
import type { SendForm } from "../form/sendForm.ts";
import { SendButton, type SendProps, WHAT_IS_SENT } from "../submit/SendButton.tsx";
import styles from "./steps.module.css";

type Held = Extract<Attempt, { status: "held" | "undoing" }>;

interface BarProps extends Pick<SendForm, "tab" | "when"> {
  check: CheckResult | null;
  /** How many rows aren't filled in yet. */
  toFill: number;
  /** Whether there are people to send to. */
  hasPeople: boolean;
  /** How far files are uploaded before the send; null while none is. */
  uploading: UploadProgress | null;
  onCancelUpload: () => void;
  /** The errors that blocked the last click. */
  errors: readonly string[];
  /** The previous email while it can still be undone. */
  held: Held | null;
  onUndo: () => void;
  onPreview: () => void;
  /** Leads to the rows that get no email. */
  onSkipped: () => void;
  send: SendProps;
}

/** The main buttons; on narrow screens they stay visible at the bottom. */
export const ActionBar = memo(function ActionBar({
  tab,
  when,
  check,
  toFill,
  hasPeople,
  errors,
  uploading,
  onCancelUpload,
  held,
  onUndo,
  onPreview,
  onSkipped,
  send,
}: BarProps) {
  const ready = check?.summary.ready ?? 0;
  const left = notSentOf(check);
  const skipped = left - toFill;
  const words = [
    skipped > 0 && `${withCommas(skipped)} skipped`,
    toFill > 0 && `${withCommas(toFill)} to fill in`,
  ]
    .filter((part) => part !== false)
    .join(" · ");
  const { actions, isAnnounced, wasHeld } = useHeld(held);
  return (
    <div ref={reserveBar} className={styles.bar}>
      {errors.length > 0 && (
        <Notice variant="danger">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </Notice>
      )}
      {held && (
        <Notice key={held.key} isAnnounced={isAnnounced}>
          <HoldWords hold={held.hold} isUndoing={held.status === "undoing"} />
        </Notice>
      )}
      {held?.status === "held" && hasPeople && (
        <p className="soft">You can send this after the countdown.</p>
      )}
      {uploading !== null && <Uploading progress={uploading} onCancel={onCancelUpload} />}
      <div
        ref={actions}
        className={`row reached ${styles.actions}`}
        tabIndex={-1}
        data-actions
        data-was-held={wasHeld}
      >
        <Button onClick={onPreview}>Generate Preview</Button>
        {held ? (
          <Button variant="contained" disabled={held.status === "undoing"} onClick={onUndo}>
            Undo
          </Button>
        ) : (
          <SendButton tab={tab} when={when} check={check} {...send} />
        )}
        {/* After the main buttons: it appears and disappears with the check of a cell that clicking them commits, and must not move them. */}
        {left > 0 && ready > 0 && (
          <Button
            variant="text"
            className={styles.skipped ?? ""}
            startIcon={<UserMinus size={16} aria-hidden />}
            aria-label={words}
            onClick={() => onSkipped()}
          >
            <span className={styles.skippedCount}>{withCommas(left)}</span>
            <span className={styles.skippedWords}>{words}</span>
          </Button>
        )}
      </div>
    </div>
  );
});

/**
 * Undo is where Send was, and takes the focus if it was lost with Send. A send that is held when the
 * screen opens was announced on another screen.
 */
function useHeld(held: Held | null) {
  const actions = useRef<HTMLDivElement>(null);
  const [before] = useState(held?.key ?? null);
  const [wasHeld, setWasHeld] = useState(false);
  const key = held?.key ?? null;
  if (key !== null && !wasHeld) setWasHeld(true);
  useEffect(() => {
    const focused = document.activeElement;
    if (key === null || key === before) return;
    if (focused === null || focused.matches("body, :disabled, [data-last-send]"))
      actions.current?.focus({ preventScroll: true });
  }, [key, before]);
  return { actions, isAnnounced: key !== null && key === before, wasHeld };
}

function Fact({
  Icon,
  children,
  id,
  warn = false,
}: {
  Icon: LucideIcon;
  children: React.ReactNode;
  id?: string;
  warn?: boolean;
}) {
  return (
    <li id={id} data-warn={warn}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

interface StepProps extends Pick<BarProps, "tab" | "when" | "check" | "toFill"> {
  change: (action: SendFormAction) => void;
  /** Whether Send was clicked. */
  isAsked: boolean;
  /** Whether the email before this one can still be undone. */
  isHeld: boolean;
}

/** The mailboxes that get an email, in the order of the list. */
function addressesReady({ rows }: CheckResult): string[] {
  const found = rows.flatMap(({ verdict, address }) =>
    verdict === "ready" && address !== null ? { address } : [],
  );
  return uniqueRecipients(found).map(({ address }) => address);
}

/**
 * The last card: how many emails, from which account, how long it takes, the daily limit, now or
 * later.
 */
export const SendStep = memo(function SendStep({
  tab,
  when,
  change,
  check,
  toFill,
  isAsked,
  isHeld,
}: StepProps) {
  const { user } = useSession();
  const { isLoading } = useConfig();
  const ready = check?.summary.ready ?? 0;
  const recipients = check ? recipientsReady(check) : 0;
  const mailboxes = check ? mailboxesReady(check.rows) : 0;
  const facts = useSendFacts()(ready, when.kind === "later" ? when.at : null, recipients);
  const copies = check ? copiesReady(check) : [];
  const hasCc = copies.some(({ cc }) => cc.length > 0);
  const isTimeMissing = when.kind === "later" && when.at === null;
  // Reserves the line while loading, so that the buttons below don't move during a click.
  const plan = isLoading ? "Checking when these emails can go out…" : facts.plan;
  const changeWhen = useCallback(
    (chosen: SendForm["when"]) => change({ type: "when", when: chosen }),
    [change],
  );
  const limit = isLoading ? "Checking your account's daily limit…" : facts.limit;
  return (
    <StepCard title="Preview and send">
      {ready === 0 ? (
        <p className="soft">
          {isHeld ? "You can write the next email now." : "Nothing is ready to send yet."}
        </p>
      ) : (
        <ul className={styles.facts}>
          <Fact Icon={Mails} id={WHAT_IS_SENT}>
            {check && `${emailsMessage(check)}.`}
            {mailboxes > 1 &&
              (hasCc
                ? " Each sees only the people in Cc of their own email."
                : " They don't see each other.")}
            {check && tab === "direct" && (
              <span className={styles.who}>To {listInWords(addressesReady(check))}</span>
            )}
          </Fact>
          {recipients > ready && (
            <Fact Icon={Copy}>
              {breakable(copyMessages(copies).join(". "))}. {withCommas(recipients)} emails and
              copies in all: each counts toward the daily limit.
            </Fact>
          )}
          {toFill > 0 && (
            <Fact Icon={UserMinus}>
              {pluralize(toFill, "row")} to fill in, which {toFill === 1 ? "gets" : "get"} no email
              until then.
            </Fact>
          )}
          <Fact Icon={Send}>From {breakable(user?.email ?? "")}</Fact>
          {plan && !isTimeMissing && <Fact Icon={Clock}>{plan}</Fact>}
          {limit && (
            <Fact Icon={CalendarClock} warn={facts.passesLimit}>
              {limit} {OTHER_PROGRAMS}
            </Fact>
          )}
        </ul>
      )}
      <div className={styles.when}>
        <StartChoice when={when} onChange={changeWhen} isAsked={isAsked} />
      </div>
    </StepCard>
  );
});

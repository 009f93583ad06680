import { CalendarClock, Clock, type LucideIcon, Mails, Send, UserMinus } from "lucide-react";
import { breakable } from "../../../components/breakable.tsx";
import { StepCard } from "../../../components/StepCard.tsx";
import { useConfig } from "../../../data/configQuery.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { useSession } from "../../../lib/useSession.ts";
import { OTHER_PROGRAMS } from "../../../sending/attemptMessages.ts";
import { StartChoice } from "../../../sending/StartChoice.tsx";
import { useSendFacts } from "../../../sending/useSendFacts.ts";
import { notSentOf } from "../check/notSentOf.ts";
import type { SendFormState } from "../useSendForm.ts";
import styles from "./steps.module.css";

function Fact({ Icon, children, warn = false }: { Icon: LucideIcon; children: React.ReactNode; warn?: boolean }) {
  return (
    <li data-warn={warn}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

/** The last card: how many emails, from which account, how long it takes, the daily limit, now or later. */
export function SendStep({ state }: { state: SendFormState }) {
  const { tab, form, change, check } = state;
  const { user } = useSession();
  const { isLoading } = useConfig();
  const ready = check?.summary.ready ?? 0;
  const left = notSentOf(check);
  const facts = useSendFacts()(ready, form.when.kind === "later" ? form.when.at : null);
  // Reserves the line while loading, so that the buttons below don't move during a click.
  const plan = isLoading ? "Checking when they can go out…" : facts.plan;
  const limit = isLoading ? "Checking your account's daily limit…" : facts.limit;
  return (
    <StepCard step={tab === "direct" || form.choice.kind === "compose" ? "3" : "4"} title="Preview and send">
      {ready === 0 ? (
        <p className={styles.soft}>Nothing is ready to send yet.</p>
      ) : (
        <ul className={styles.facts}>
          <Fact Icon={Mails}>
            {pluralize(ready, "email")}
            {ready > 1 ? ", one to each recipient. They don't see each other." : ", to one recipient."}
          </Fact>
          {left > 0 && <Fact Icon={UserMinus}>{pluralize(left, "row")} skipped. The results will say why.</Fact>}
          <Fact Icon={Send}>From {breakable(user?.email ?? "")}</Fact>
          {plan && <Fact Icon={Clock}>{plan}</Fact>}
          {limit && (
            <Fact Icon={CalendarClock} warn={facts.passesLimit}>
              {limit} {OTHER_PROGRAMS}
            </Fact>
          )}
        </ul>
      )}
      {tab === "bulk" && (
        <div className={styles.when}>
          <StartChoice when={form.when} onChange={(when) => change({ type: "when", when })} />
        </div>
      )}
    </StepCard>
  );
}

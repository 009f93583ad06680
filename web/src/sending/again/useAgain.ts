import { isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Corrections, Send } from "@sendwright/core/contract";
import { pluralize } from "@sendwright/core/pluralize";
import { isOpen } from "@sendwright/core/sends/counts";
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "react-router-dom";
import { useToast } from "../../components/Toasts.tsx";
import { useSettings } from "../../data/accountQueries.ts";
import { useSendMail } from "../../data/sendMail.ts";
import { useTemplate, useTemplates } from "../../data/templateQueries.ts";
import { ABOUT_TO_BEGIN } from "../attemptMessages.ts";
import { useSendingOf } from "../SendingProvider.tsx";
import type { PeopleAgain } from "../sendingEvents.ts";
import { againMessage } from "./againMessage.ts";
import { type EmailAgain, emailThatTheyHave, reusedSend } from "./reusedSend.ts";

/** A query that an action reads, and what it reads: "your settings". */
interface NeededQuery {
  what: string;
  query: Pick<UseQueryResult, "data" | "isError" | "refetch">;
}

/**
 * Puts a send into Bulk Send: its email and settings, for a new list or to correct people of the
 * send, or its people, for another email. An unsent email there is kept. `more`: further queries
 * that an action needs.
 */
export function useAgain(send: Send, more: readonly NeededQuery[] = []) {
  const bulk = useSendingOf("bulk");
  const navigate = useNavigate();
  const toast = useToast();
  const sent = useSendMail(send.id, 1);
  const templates = useTemplates();
  const settings = useSettings();
  const sentId = sent.data?.mail.template_id ?? null;
  const templateId = templates.data?.some(({ id }) => id === sentId) ? sentId : null;
  const template = useTemplate(templateId);
  const lacking = lackingQueries([
    { what: "the email", query: sent },
    { what: "your templates", query: templates },
    ...(templateId === null ? [] : [{ what: "the template", query: template }]),
    { what: "your settings", query: settings },
    ...more,
  ]);

  /**
   * Warns if Bulk Send can't take another email: its last one may still be in the form, or we
   * couldn't load what it needs, which we then load again. Returns whether it warned.
   */
  const warnIfBlocked = (): boolean => {
    const [first] = lacking.failed;
    if (first) {
      toast(`We couldn't load ${first.what}. Try again.`, { variant: "danger" });
      for (const { query } of lacking.failed) void query.refetch();
      // It may have been deleted since.
      if (template.isError) void templates.refetch();
      return true;
    }
    const isBlocked = isUnanswered(bulk.read());
    if (isBlocked) toast(ABOUT_TO_BEGIN, { variant: "info" });
    return isBlocked;
  };

  /** The email with what belongs to it; null if it can't go to Bulk Send now. */
  const taken = (): EmailAgain | null => {
    if (warnIfBlocked() || !sent.data || !settings.data) return null;
    return { send, sent: sent.data, template: template.data ?? null, settings: settings.data };
  };

  const showBulkSend = (state: object | null) => {
    if (bulk.read().status === "ended") bulk.close();
    // Doesn't count as a change of tab: Back returns to the send that this came from.
    void navigate({ hash: "bulk-send" }, { state });
  };

  /** Puts the email into Bulk Send, with people to correct or for a new list. */
  const reuse = (corrections?: Corrections) => {
    const email = taken();
    if (!email) return;
    const isEdit = corrections !== undefined && isOpen(send);
    bulk.reuse(reusedSend(email, corrections, isEdit));
    const message = againMessage({ ...email, people: corrections?.rows ?? null, isEdit });
    if (message !== "") toast(message, { variant: "info", duration: 15_000 });
    showBulkSend(corrections ? { [isEdit ? "edits" : "corrects"]: true } : null);
  };

  /** Makes people of the send the list of another email. */
  const writeTo = ({ corrections, ...people }: PeopleAgain) => {
    const email = taken();
    if (!email) return;
    const { cc, bcc } = email.sent.mail;
    // Copies for everyone are in each row, too, from where one click brings them back.
    const forAll = { ...(cc && { cc }), ...(bcc && { bcc }) };
    const earlier = emailThatTheyHave(email, people);
    bulk.writeTo({
      ...people,
      // It is another email.
      isCorrection: false,
      ...(earlier && { earlier }),
      rows: people.rows.map((row) => ({ ...row, copyCells: { ...forAll, ...row.copyCells } })),
    });
    const who = `${pluralize(corrections.length, "person", "people")} and their values`;
    toast(`${who} are in Bulk Send. Choose a template.`, { variant: "info" });
    showBulkSend(null);
  };
  return { isReady: !lacking.isLoading, warnIfBlocked, reuse, writeTo };
}

/** Which queries an action lacks. Without them, it can't tell what doesn't exist from what isn't there. */
function lackingQueries(needed: readonly NeededQuery[]) {
  const lacking = needed.filter(({ query }) => query.data === undefined);
  return {
    isLoading: lacking.some(({ query }) => !query.isError),
    failed: lacking.filter(({ query }) => query.isError),
  };
}

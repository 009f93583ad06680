import { DEFAULT_FORMATS, NO_BODY, NO_SUBJECT, type Variable } from "@sendwright/core/contract";
import { recipientText } from "@sendwright/core/recipients/recipients";
import {
  allErrors,
  checkErrors,
  directErrors,
  emailOf,
  openReadings,
  type SendErrors,
  testErrors,
  useConfig,
  useDeepStable,
  useSession,
  useSuppressedKeys,
  useTemplate,
  useTemplates,
} from "@sendwright/web/parts";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import type { Draft } from "../shared/stored.ts";
import { textToHtml } from "../shared/textToHtml.ts";
import { usePeople } from "./usePeople.ts";
import { useDraft, useRemembered } from "./useStored.ts";

/** The last button clicked: its errors are shown until they are fixed. */
export type ClickedButton = "send" | "insert" | null;

const NO_RECIPIENTS: Draft["recipients"] = [];

type PanelTemplates = ReturnType<typeof useTemplates>;

/** The form, and everything derived from its content. */
export function usePanelForm(uid: string, isBusy: boolean) {
  const { user } = useSession();
  const { draft: stored, change, isTooLong } = useDraft(uid);
  const { kept, setSticky, used } = useRemembered(uid);
  const { limits, config, isLoading } = useConfig();
  const templates = useTemplates();
  const [asked, setAsked] = useState<ClickedButton>(null);
  const [previewsAsked, setPreviewsAsked] = useState(0);

  const chosenId = stored?.templateId ?? null;
  const isComposed = chosenId === "";
  const isListed = templates.data?.some(({ id }) => id === chosenId) ?? false;
  const template = useTemplate(isListed ? chosenId : null);
  const isUnknown = Boolean(chosenId) && templates.data !== undefined && !isListed;
  const texts = stored?.recipients ?? NO_RECIPIENTS;
  const { suppressed, lookAgain } = useSuppressedKeys(texts.length > 0);
  const isGone = useListAgain(templates, isUnknown ? chosenId : null, lookAgain);
  // Only shown as not chosen: another surface may know a newer list. Values stay: the same template
  // under another id, or one like it, asks for the same.
  const draft = useMemo(
    () => (stored && isGone ? { ...stored, templateId: null, isPreviewed: false } : stored),
    [stored, isGone],
  );

  const values = useMemo(() => {
    const written = new Map(draft?.values);
    const sticky = new Map(kept?.sticky);
    const shownIn = ({ name, type }: Variable) =>
      written.get(name) ?? (type === "sticky" ? (sticky.get(name) ?? "") : "");
    return new Map(
      template.data?.parsed_variables.map(
        (variable) => [variable.name, shownIn(variable)] as const,
      ),
    );
  }, [draft?.values, kept, template.data]);
  const recipients = useMemo(() => texts.map(recipientText), [texts]);

  const choice = isComposed
    ? ({ kind: "compose" } as const)
    : draft?.templateId
      ? ({ kind: "template", id: draft.templateId } as const)
      : ({ kind: "none" } as const);
  const written = {
    subject: draft?.subject ?? "",
    body: textToHtml(draft?.body ?? ""),
    pictures: [],
    ...DEFAULT_FORMATS,
  };
  /** The email with its placeholders; null if there isn't one yet. */
  const email = useDeepStable(emailOf({ choice, ...written }, template.data ?? null));
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  const people = usePeople({ draft, email, values, limit, suppressed });
  const { check, isTable, isOwn, shownValues, joinedValues } = people;
  const given = {
    // The problems of a table are shown in its rows.
    recipients: isTable ? recipients.filter(({ address }) => address !== null) : recipients,
    values,
    limits,
    typed: isTable ? "" : (draft?.typed ?? ""),
    isTemplateChosen: choice.kind !== "none",
    mail: email && { ...email, variables: email.variables.filter((one) => !isOwn(one)) },
    unfinished: new Set(draft?.unfinished),
    files: [],
  };
  const composed = isComposed && draft ? composedProblems(draft) : [];
  const problemsFor = (what: ClickedButton): { found: SendErrors | null; composed: string[] } => {
    if (what === null) return { found: null, composed: [] };
    // A field in a page takes no subject.
    if (what === "insert") {
      // The email in view has the values of one person of the table.
      const others = isTable ? openReadings(check) : [];
      return {
        found: { ...testErrors(given), others },
        composed: composed.filter((one) => one !== NO_SUBJECT),
      };
    }
    const found = directErrors(given);
    const isFilled = allErrors(found).length === 0;
    const isChecked = isTable || (check?.summary.suppressed ?? 0) > 0;
    const others =
      isChecked && isFilled ? checkErrors({ check, checkError: null, mail: email }) : [];
    return { found: { ...found, others }, composed };
  };

  return {
    uid,
    email: user?.email ?? "",
    draft,
    change,
    isTooLong,
    limits,
    /**
     * Whether the limits are final: the server's, or the defaults because it could not be asked.
     */
    areLimitsKnown: !isLoading,
    quotaLeft: config?.quota.left,
    templates,
    /** Whether there is nothing to choose from, and nothing chosen. */
    isWithoutTemplates: templates.data?.length === 0 && !isComposed,
    recent: kept?.recent ?? [],
    template,
    isComposed,
    /** Whether the chosen template no longer exists. */
    isGone,
    /** The email with its placeholders; null if there isn't one yet. */
    form: email,
    values,
    setSticky,
    used,
    recipients,
    suppressed,
    ...people,
    isBusy,
    asked,
    setAsked,
    problems: problemsFor(asked),
    problemsFor,
    previewsAsked,
    /** A click on "Generate Preview". */
    askPreview: () => {
      change({ isPreviewed: true });
      setPreviewsAsked((clicks) => clicks + 1);
    },
    /** The input for the server's preview; null if there is nothing to render. */
    mail: useMemo(() => {
      if (draft === null) return null;
      if (isComposed)
        return {
          template_id: "",
          subject: draft.subject,
          body: textToHtml(draft.body),
          variables: {},
        };
      if (!template.data) return null;
      if (joinedValues) return { template_id: template.data.id, ...joinedValues };
      const trimmed = [...shownValues].map(([name, value]) => [name, value.trim()]);
      return {
        template_id: template.data.id,
        variables: Object.fromEntries(trimmed) as Record<string, string>,
      };
    }, [draft, isComposed, template.data, shownValues, joinedValues]),
  };
}

/** Milliseconds for which a list is new enough if the mouse only passes through. */
const FRESH = 5_000;

/**
 * Reads the list again when another surface chose a template that it lacks, and when the person
 * comes back from the site: a side panel stays visible all the time, so the browser reports no
 * return. Then `lookAgain` is called, too, for whatever else may have changed on the site. Returns
 * whether the new list lacks the template, too.
 */
function useListAgain(
  { refetch, dataUpdatedAt }: PanelTemplates,
  unknownId: string | null,
  lookAgain: () => void,
): boolean {
  const [sought, setSought] = useState<{ id: string; listOf: number } | null>(null);
  const seek = useEffectEvent((id: string) => {
    setSought({ id, listOf: dataUpdatedAt });
    void refetch();
  });
  useEffect(() => {
    if (unknownId !== null) seek(unknownId);
  }, [unknownId]);
  const again = useEffectEvent(() => {
    void refetch();
    lookAgain();
  });
  const enter = useEffectEvent(() => {
    if (Date.now() - dataUpdatedAt >= FRESH) again();
  });
  useEffect(() => {
    const { documentElement } = document;
    window.addEventListener("focus", again);
    documentElement.addEventListener("mouseenter", enter);
    return () => {
      window.removeEventListener("focus", again);
      documentElement.removeEventListener("mouseenter", enter);
    };
  }, []);
  return sought !== null && sought.id === unknownId && dataUpdatedAt > sought.listOf;
}

export type PanelForm = ReturnType<typeof usePanelForm>;

/** The missing parts of a composed email. */
function composedProblems({ subject, body }: Draft): string[] {
  return [...(subject.trim() === "" ? [NO_SUBJECT] : []), ...(body.trim() === "" ? [NO_BODY] : [])];
}

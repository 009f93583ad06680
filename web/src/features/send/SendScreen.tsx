import { isHeld, isUnanswered } from "@sendwright/core/attempt/attempt";
import type { Variable } from "@sendwright/core/contract";
import { Fragment, useEffect, useEffectEvent, useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { buttonLook } from "../../components/Button.tsx";
import styles from "../../components/DataTable.module.css";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { QueryFailure } from "../../components/ErrorNotice.tsx";
import { RestoredNotice } from "../../components/RestoredNotice.tsx";
import { usePasting } from "../../components/RichTextEditor/paste/waitingPastes.ts";
import { useIsNarrow } from "../../components/useIsNarrow.ts";
import { useTemplates } from "../../data/templateQueries.ts";
import { useAfterPress } from "../../lib/useAfterPress.ts";
import { useSame, useStable } from "../../lib/useStable.ts";
import { useSending } from "../../sending/SendingProvider.tsx";
import { ListQuestions } from "./check/ListQuestions.tsx";
import type { SendFormAction } from "./form/formActions.ts";
import type { Tab } from "./form/sendForm.ts";
import { useEmailOfForm } from "./form/useEmailOfForm.ts";
import { useForm, useForms } from "./form/useForm.ts";
import { LastSend, OtherSends, useShownSend } from "./LastSend.tsx";
import { useHandedList } from "./list/useHandedList.ts";
import { useListOfForm } from "./list/useListOfForm.ts";
import { PreviewPlace } from "./preview/RowPreview.tsx";
import { SendQuestionDialog } from "./question/SendQuestionDialog.tsx";
import { ChoiceStep } from "./steps/ChoiceStep.tsx";
import { ComposeStep } from "./steps/ComposeStep.tsx";
import { Copies } from "./steps/Copies.tsx";
import { CsvStep, WriteForList } from "./steps/CsvStep.tsx";
import { DirectSteps } from "./steps/DirectSteps.tsx";
import { EditedSendNotice } from "./steps/EditedSendNotice.tsx";
import { ManualStep } from "./steps/ManualStep.tsx";
import { ReviewStep } from "./steps/ReviewStep.tsx";
import { ActionBar, SendStep } from "./steps/SendStep.tsx";
import bar from "./steps/steps.module.css";
import { UnsentEmails } from "./steps/UnsentEmails.tsx";
import { useView } from "./steps/useView.ts";
import { preloadGrid } from "./table/ListTable.tsx";
import { isWideTable } from "./table/shownColumns.ts";
import { useSendActions } from "./useSendActions.ts";

const NO_VARIABLES: readonly Variable[] = [];

const TITLES: Record<Tab, string> = { direct: "Direct Send", bulk: "Bulk Send" };

/** Direct Send or Bulk Send: the last send, the steps to the next one, and its email. */
export function SendScreen({ tab }: { tab: Tab }) {
  const {
    form: written,
    change: store,
    opened,
    restored,
    unsentEmails,
    swap,
    discard,
    keepUnsent,
    freeze,
  } = useForm(tab);
  const { form, email } = useEmailOfForm(written, store);
  const latest = useListOfForm(form, email.mail, store);
  // A press outside a cell commits it. All that this changes is drawn after the press, but before the
  // click: a test or a download has what was typed.
  const people = useAfterPress(latest, "before the click");
  const { sending, attempt, uploading } = useSending(tab);
  /** Until then, the form belongs to the last click on Send. */
  const isSending = isUnanswered(attempt) || uploading !== null;
  const shown = useShownSend(tab, attempt, sending.close);
  const { mail } = email;
  const { list, filled, check, fileReader } = people;
  const { mode } = form.people.now;
  const change = useStable((action: SendFormAction) => {
    // With another mode or template, the results on screen no longer apply.
    if (action.type === "mode" || action.type === "choice") shown.clear();
    // The same goes for a file that is still being read or couldn't be read.
    if (action.type === "mode") fileReader.forget();
    store(action);
  });
  const view = useView(change);
  const actions = useSendActions({
    written,
    form,
    change,
    freeze,
    restored,
    email,
    people: latest,
    view,
    sending,
    attempt,
    uploading,
  });
  const send = useSame({ isBusy: actions.isBusy, status: attempt.status, onSend: actions.send });
  useNamedTemplate(tab, change);
  useHandedList({
    isFree: tab === "bulk" && !isSending,
    keepUnsent,
    change,
    fileReader,
  });
  const isPasting = usePasting();
  const isNarrow = useIsNarrow();
  const { lookAtCheck } = view;
  const variables = mail?.variables ?? NO_VARIABLES;
  const questions = useMemo(
    () =>
      list &&
      check && (
        <ListQuestions
          form={form}
          change={change}
          list={list}
          check={check}
          variables={variables}
          onLook={lookAtCheck}
        />
      ),
    [form, change, list, check, variables, lookAtCheck],
  );
  /** Beside the email in a wide window, else above the list that they are about. */
  const areInList = isNarrow && tab === "bulk" && mode === "csv" && !view.isListFolded;
  useEffect(preloadGrid, []);
  const templates = useTemplates();
  const { refetch } = templates;
  const isTemplateGone = attempt.status === "refused" && attempt.refusal.reason === "not_found";
  useEffect(() => {
    if (isTemplateGone) void refetch();
  }, [isTemplateGone, refetch]);
  if (
    tab === "direct" &&
    templates.data?.length === 0 &&
    list === null &&
    attempt.status === "idle"
  ) {
    return <NoTemplates />;
  }
  return (
    <div ref={actions.screen} className={`${styles.screen} ${bar.aboveBar}`}>
      <h1 className="unseen">{TITLES[tab]}</h1>
      <LastSend tab={tab} attempt={attempt} shown={shown} onDismiss={sending.close} />
      <div className={styles.columns} data-wide={isWideTable((mail?.variables.length ?? 0) + 1)}>
        <div className={styles.steps}>
          {restored && !isSending && (
            <RestoredNotice
              what="sent"
              files={restored.files}
              chosen={form.attachments}
              onStartOver={() => keepUnsent({ type: "startOver" })}
            />
          )}
          <UnsentEmails
            unsentEmails={unsentEmails}
            onSwap={(kept) => {
              shown.clear();
              fileReader.forget();
              swap(kept);
            }}
            onDiscard={discard}
            isDisabled={isSending || isPasting}
          />
          {written.replaces && !isSending && (
            <EditedSendNotice
              edited={written.replaces}
              form={form}
              list={list}
              onStop={() => keepUnsent({ type: "startOver" })}
            />
          )}
          <Fragment key={opened}>
            {tab === "direct" ? (
              <DirectSteps
                form={form}
                change={change}
                email={email}
                people={people}
                view={view}
                errors={actions.fields}
                isAsked={actions.isAsked}
                left={actions.left}
              />
            ) : (
              <>
                <ChoiceStep
                  mode={mode}
                  choice={form.choice}
                  change={change}
                  mail={mail}
                  hasList={list !== null}
                >
                  {mode === "csv" && form.choice.kind === "compose" && (
                    <WriteForList form={form} change={change} list={list} />
                  )}
                </ChoiceStep>
                <ComposeStep form={form} change={change} mail={mail} list={list} />
                <Copies
                  tab={tab}
                  copies={form.copies}
                  change={change}
                  list={mode === "csv" ? list : null}
                  email={email}
                  suppressed={people.notEmailed.suppressed}
                  isRefused={actions.fields.copies.length > 0}
                />
                {mode === "csv" ? (
                  <CsvStep
                    form={form}
                    change={change}
                    email={email}
                    people={people}
                    view={view}
                    errors={actions.fields}
                    isAsked={actions.isAsked}
                    questions={areInList && questions}
                  />
                ) : (
                  <ManualStep
                    form={form}
                    change={change}
                    mail={mail}
                    list={list}
                    suppressed={people.notEmailed.suppressed}
                    errors={actions.fields}
                    left={actions.left}
                  />
                )}
                <ReviewStep choice={form.choice} email={email} list={list} />
              </>
            )}
            {isNarrow && !areInList && questions}
            {people.notEmailed.failure && (
              <QueryFailure
                {...people.notEmailed.failure}
                kept="They get no email all the same, but we can't show you who they are."
              />
            )}
            <SendStep
              tab={tab}
              when={form.when}
              change={change}
              check={check}
              toFill={people.toFill.size}
              isAsked={actions.isAsked}
              isHeld={isHeld(attempt)}
            />
          </Fragment>
        </div>
        <div className={styles.mail}>
          {!isNarrow && questions}
          <PreviewPlace
            form={form}
            change={change}
            email={email}
            people={people}
            previewsAsked={view.previewsAsked}
            send={send}
            errors={actions.fields.fields}
          />
        </div>
      </div>
      <SendQuestionDialog question={actions.question} />
      <OtherSends shown={shown.id} />
      <ActionBar
        tab={tab}
        when={form.when}
        check={check}
        toFill={people.toFill.size}
        hasPeople={filled !== null}
        errors={actions.errors}
        uploading={uploading}
        onCancelUpload={sending.cancelUpload}
        held={isHeld(attempt) ? attempt : null}
        onUndo={sending.undo}
        onPreview={actions.preview}
        onSkipped={lookAtCheck}
        send={send}
      />
    </div>
  );
}

/**
 * Chooses the template in the address (`#direct-send/<id>`, `#bulk-send/template/<id>`), as the
 * list of templates links to it.
 */
function useNamedTemplate(tab: Tab, change: (action: SendFormAction) => void): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const forms = useForms();
  const other = forms[tab === "direct" ? "bulk" : "direct"];
  const { data: templates } = useTemplates();
  const [, named, id] = /^#(direct-send|bulk-send\/template)\/([A-Za-z0-9_-]+)$/.exec(hash) ?? [];
  const isNamed = id !== undefined && named?.startsWith(tab) === true;
  const choose = useEffectEvent((chosen: string) => {
    const choice = { type: "choice", choice: { kind: "template", id: chosen } } as const;
    if (templates?.some((template) => template.id === chosen)) {
      change(choice);
      // If you continue in the other tab, it uses this template, too, not the last one of that tab.
      if (!other.hasUnsent()) other.change(choice);
    }
    void navigate({ hash: `${tab}-send` }, { replace: true });
  });
  const isLoaded = templates !== undefined;
  useEffect(() => {
    if (isLoaded && isNamed) choose(id);
  }, [isLoaded, isNamed, id]);
}

/**
 * Direct Send without a template: create one, or write a single email in Bulk Send, where no
 * template is needed.
 */
function NoTemplates() {
  const { bulk } = useForms();
  const write = () => {
    if (bulk.hasUnsent()) return;
    bulk.change({ type: "mode", mode: "manual" });
    bulk.change({ type: "choice", choice: { kind: "compose" } });
  };
  return (
    <>
      <h1 className="unseen">{TITLES.direct}</h1>
      <EmptyState
        drawing={<BlankLetter />}
        sentence="Direct Send fills in a template, and you have none yet."
        action={
          <>
            <Link {...buttonLook({ variant: "contained" })} to={{ hash: "templates" }} replace>
              Create a template
            </Link>
            <Link {...buttonLook()} to={{ hash: "bulk-send" }} onClick={write}>
              Write one email without a template
            </Link>
          </>
        }
      />
    </>
  );
}

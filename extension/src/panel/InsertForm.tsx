import Button from "@mui/material/Button";
import { AppError, type OutputOf, preview } from "@sendwright/core/contract";
import { picturesIn } from "@sendwright/core/files/pictures";
import { call, ErrorNotice, Notice, useDeepStable } from "@sendwright/web/parts";
import { useState } from "react";
import type { Task } from "../shared/stored.ts";
import { Problems, sentencesOf, Values } from "./EmailFields.tsx";
import { InView } from "./InView.tsx";
import { Preview } from "./Preview.tsx";
import { ask } from "./panelAccess.ts";
import styles from "./surface.module.css";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { FIELD_TROUBLE, INSERTION_MESSAGES } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

/**
 * A preview's body as the email has it, without the marks around values, and without pictures: they
 * are files.
 */
function withoutMarks(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const picture of body.querySelectorAll("img")) picture.remove();
  for (const mark of body.querySelectorAll("[data-variable]")) mark.replaceWith(...mark.childNodes);
  body.normalize();
  return body.innerHTML;
}

/** The content for another page or the clipboard. */
interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
  hasPictures: boolean;
}

/** The email in the server's preview. */
function rendered(given: OutputOf<typeof preview>): RenderedEmail {
  const { rendered_subject: subject, rendered_body_html: html, rendered_text: text } = given;
  return { subject, html: withoutMarks(html), text, hasPictures: picturesIn(html).size > 0 };
}

/**
 * Copies an email's body to the clipboard, formatted and as text. Throws if the browser refuses.
 */
async function copyBody({ html, text }: RenderedEmail): Promise<void> {
  const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
  await navigator.clipboard.write([
    new ClipboardItem({ ...blob("text/html", html), ...blob("text/plain", text) }),
  ]);
}

interface InsertMessage {
  variant: "success" | "warning" | "danger";
  words: string;
}

/** What became of an email, for a task: neither another email nor another task has it. */
interface InsertResult {
  message: InsertMessage;
  mail: PanelForm["mail"];
  task: Props["task"];
}

/** Adds that the pictures stayed behind. */
function withPictureNote({ hasPictures }: RenderedEmail, message: InsertMessage): InsertMessage {
  return hasPictures
    ? { variant: "warning", words: `${message.words} The pictures are not included.` }
    : message;
}

interface Props {
  task: Extract<Task, { kind: "insert" }>;
  form: PanelForm;
  onClose: () => void;
}

/**
 * A template into the field that was clicked in; where that cannot be, onto the clipboard, with a
 * sentence that says so.
 */
export function InsertForm({ task, form, onClose }: Props) {
  const { askPreview, isWithoutTemplates, setAsked, problems } = form;
  const isChosen = Boolean(form.draft?.templateId);
  // The page adds its own signature. An email written to be sent stays in its form.
  const mail = useDeepStable(isChosen && form.mail ? { ...form.mail, signature: false } : null);
  const [result, setResult] = useState<InsertResult | null>(null);
  const message = result?.mail === mail && result.task === task ? result.message : null;
  const [isBusy, setBusy] = useState(false);
  const { field, trouble } = task;
  const verb = isChosen ? "Insert this template" : "Choose a template to insert";

  /** Renders the email and uses it; reports failures. */
  const withMail = async (work: (given: RenderedEmail) => Promise<InsertMessage>) => {
    setAsked("insert");
    if (!mail || sentencesOf(form.problemsFor("insert")).length > 0) return;
    setBusy(true);
    const show = (shown: InsertMessage) => setResult({ message: shown, mail, task });
    try {
      show(
        await work(
          rendered(await call(preview, mail, { fallback: "Failed to generate preview." })),
        ),
      );
      form.used(mail.template_id);
    } catch (error) {
      const words =
        error instanceof AppError
          ? error.message
          : "We couldn't copy to the clipboard. Click in this window and try again.";
      show({ variant: "danger", words });
    } finally {
      setBusy(false);
    }
  };
  const insert = () =>
    withMail(async (given) => {
      const outcome = await ask("insert", { html: given.html, text: given.text });
      if (outcome === "inserted") {
        const words = `Inserted into ${field?.host ?? "the page"}. Press Ctrl+Z there to undo.`;
        return withPictureNote(given, { variant: "success", words });
      }
      await copyBody(given);
      return withPictureNote(given, { variant: "warning", words: INSERTION_MESSAGES[outcome] });
    });
  const copy = () =>
    withMail(async (given) => {
      await copyBody(given);
      return withPictureNote(given, {
        variant: "success",
        words: "Template copied to the clipboard.",
      });
    });
  const copySubject = () =>
    withMail(async ({ subject }) => {
      await navigator.clipboard.writeText(subject);
      return { variant: "success", words: "Subject copied to the clipboard." };
    });

  return (
    <form className="stack gap-16" onSubmit={(event) => event.preventDefault()} noValidate>
      <InView>
        <Notice
          variant={trouble ? "warning" : "info"}
          action={
            <Button size="small" onClick={onClose}>
              Back to sending
            </Button>
          }
        >
          {trouble ? FIELD_TROUBLE[trouble] : `${verb} into the field on ${field?.host}.`}
        </Notice>
      </InView>
      <TemplateChoice form={form} isToSend={false} />
      <Values form={form} />
      <Problems problems={problems} />
      {message && (
        <InView key={message.words}>
          {message.variant === "danger" ? (
            <ErrorNotice message={message.words} />
          ) : (
            <Notice variant={message.variant}>{message.words}</Notice>
          )}
        </InView>
      )}
      {!isChosen && !isWithoutTemplates && <p className="soft">Choose a template first.</p>}
      <div className={`row ${styles.actions}`} hidden={isWithoutTemplates}>
        <Button disabled={mail === null || isBusy} onClick={() => void copySubject()}>
          Copy subject
        </Button>
        <Button disabled={mail === null} onClick={askPreview}>
          Generate Preview
        </Button>
        <Button
          variant="contained"
          disabled={mail === null || isBusy}
          onClick={() => void (field ? insert() : copy())}
        >
          {field ? "Insert" : "Copy template"}
        </Button>
      </div>
      <Preview form={form} mail={mail} />
    </form>
  );
}

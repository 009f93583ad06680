import type { Limits, VariableType } from "@sendwright/core/contract";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import styles from "./Help.module.css";
import { ConsentPicture, EditorPicture } from "./pictures.tsx";

export interface ChapterProps {
  limits: Limits;
}

export function SignInHelp() {
  return (
    <>
      <ConsentPicture />
      <p>
        You sign in with Google. In Google's window, tick <strong>Send email on your behalf</strong> and click Continue.
        Sending email is the only Gmail permission that Sendwright asks for. It can't read, change or delete your
        emails, and it never sees your password.
      </p>
      <p>
        Emails are sent from your own Gmail account and appear in your Sent folder. You can withdraw the permission at
        any time: open the account menu at the top and click Disconnect Google.
      </p>
    </>
  );
}

export function TemplateHelp({ limits }: ChapterProps) {
  return (
    <>
      <EditorPicture />
      <p>
        A template is an email that you write once. It has a name that only you see, a subject line, a body and, if you
        like, files. In Manage Templates, click Create New Template. The buttons above the body insert a placeholder at
        the cursor. Click a placeholder to change it.
      </p>
      <p>
        If you have a list but no template yet, choose the list in Bulk Send and click{" "}
        <strong>Write a template for this list</strong>. Its columns become placeholders, and its dates keep their
        format.
      </p>
      <p>
        You can keep up to {limits.MAX_TEMPLATES_PER_USER} templates. In a saved template, files upload as soon as you
        choose them.
      </p>
    </>
  );
}

const PLACEHOLDER_KINDS: { type: VariableType; name: string; written: string; text: string }[] = [
  { type: "text", name: "Name", written: "{{Name}}", text: "Any text." },
  {
    type: "sticky",
    name: "Company",
    written: "{{Company|sticky}}",
    text: "Text that this browser remembers between sends.",
  },
  {
    type: "dropdown",
    name: "Offer",
    written: "{{Offer|dropdown:Discount,Free Trial}}",
    text: "One of the options you list, separated by commas.",
  },
  {
    type: "date",
    name: "Due",
    written: "{{Due|date}}",
    text: "A date, shown in the template's date format, which you choose below the body.",
  },
  { type: "time", name: "At", written: "{{At|time}}", text: "A time, shown in the template's time format." },
  { type: "email", name: "Contact", written: "{{Contact|email}}", text: "An email address, checked before sending." },
];

/** The six types, and the syntax to type them. */
export function PlaceholderHelp() {
  return (
    <>
      <p>A placeholder is a name in double braces. Its type determines the values it accepts.</p>
      <dl className={styles.kinds}>
        {PLACEHOLDER_KINDS.map(({ type, name, written, text }) => (
          <div key={type} className={styles.kind}>
            <dt>
              <PlaceholderChip type={type} name={name} />
            </dt>
            <dd>
              {text} <code>{written}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        If a value may be missing, add a fallback: <code>{"{{Name|text:there}}"}</code> becomes “there” if the name is
        blank. To show text only if a value is filled in, put it between <code>{"{{#Name}}"}</code> and{" "}
        <code>{"{{/Name}}"}</code>.
      </p>
    </>
  );
}

import type { Limits, VariableType } from "@sendwright/core/contract";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import styles from "./Help.module.css";
import { ConsentPicture, EditorPicture } from "./pictures.tsx";

/** What a chapter of the guide is given. */
export interface ChapterProps {
  limits: Limits;
}

/** Signing in and the one permission. */
export function SignInHelp() {
  return (
    <>
      <ConsentPicture />
      <p>
        You sign in with Google. In Google's window, tick <strong>Send email on your behalf</strong> and choose
        Continue. Sending mail is the only permission to your mailbox that Sendwright asks for: it cannot read, change
        or delete anything in it, and it never sees your password.
      </p>
      <p>
        Your mail leaves through your own Gmail account and is kept in your own Sent folder. You can take the permission
        back at any time: open the menu with your address at the top and choose Disconnect Google.
      </p>
    </>
  );
}

/** Writing a template. */
export function TemplateHelp({ limits }: ChapterProps) {
  return (
    <>
      <EditorPicture />
      <p>
        A template is a mail that you write once: a name for yourself, a subject line, a body, and files if you like. In
        Manage Templates choose Create New Template. The buttons above the body insert a placeholder where the cursor
        is; a click on a placeholder changes it.
      </p>
      <p>
        If you have a list but no template yet, choose the list in Bulk Send and click{" "}
        <strong>Write a template for this list</strong>. Its columns become placeholders, and its dates are written as
        in the list.
      </p>
      <p>
        You can keep up to {limits.MAX_TEMPLATES_PER_USER} templates. Files of a saved template are uploaded as soon as
        you choose them.
      </p>
    </>
  );
}

const KINDS: { type: VariableType; name: string; written: string; text: string }[] = [
  { type: "text", name: "Name", written: "{{Name}}", text: "Any text." },
  { type: "sticky", name: "Company", written: "{{Company|sticky}}", text: "Text that this browser remembers." },
  {
    type: "dropdown",
    name: "Offer",
    written: "{{Offer|dropdown:Discount,Free Trial}}",
    text: "One of the choices you list, with commas between them.",
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

/** The six types, and what can be written by hand. */
export function PlaceholderHelp() {
  return (
    <>
      <p>A placeholder is a name in double braces. Its type says what can be filled in.</p>
      <dl className={styles.kinds}>
        {KINDS.map(({ type, name, written, text }) => (
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
        For a value that may be missing, give a fallback: <code>{"{{Name|text:there}}"}</code> becomes “there” when the
        name is blank. A passage that should appear only when there is a value stands between <code>{"{{#Name}}"}</code>{" "}
        and <code>{"{{/Name}}"}</code>.
      </p>
    </>
  );
}

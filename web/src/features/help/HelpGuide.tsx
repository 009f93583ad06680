import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import useMediaQuery from "@mui/material/useMediaQuery";
import { KEPT, type Limits, type VariableType } from "@sendwright/core/contract";
import { withCommas } from "@sendwright/core/withCommas";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../components/Button.tsx";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import { useLimits } from "../../data/configQuery.ts";
import styles from "./Help.module.css";
import { ColumnsPicture, ConsentPicture, EditorPicture, StepsPicture } from "./pictures.tsx";

interface ChapterProps {
  limits: Limits;
}

function SignInHelp() {
  return (
    <>
      <ConsentPicture />
      <p>
        You sign in with Google. In Google's window, select{" "}
        <strong>Send email on your behalf</strong> and click Continue. Sending email is the only
        Gmail permission that Sendwright asks for. It can't read, change or delete your emails, and
        it never sees your password.
      </p>
      <p>
        Emails are sent from your own Gmail account and appear in your Sent folder. You can withdraw
        the permission at any time: open the account menu at the top and click Disconnect Google.
      </p>
      <p>
        For details, read the{" "}
        <a href="/privacy" target="_blank" rel="noreferrer">
          privacy policy
        </a>{" "}
        and the{" "}
        <a href="/terms" target="_blank" rel="noreferrer">
          terms of use
        </a>
        .
      </p>
    </>
  );
}

function TemplateHelp({ limits }: ChapterProps) {
  return (
    <>
      <EditorPicture />
      <p>
        A template is an email that you write once. It has a name that only you see, a subject line,
        a body and, if you like, files. In Manage Templates, click Create New Template. The buttons
        above the body insert a placeholder at the cursor. Click a placeholder to change it. To add
        a picture, paste it, drop it into the body, or click the Picture button. It's sent inside
        the email.
      </p>
      <p>
        If you have a list but no template yet, choose the list in Bulk Send and click{" "}
        <strong>Write a template for this list</strong>. Its columns become placeholders, and its
        dates keep their format.
      </p>
      <p>
        <strong>Earlier versions:</strong> saved over a text that you still need? For 10 seconds,
        you can click Undo. After that, open the template and click Earlier versions. We keep the
        texts from before for {KEPT.daysOfVersions} days, but not files that you delete.
      </p>
      <p>
        To give a template to a colleague, click <strong>Download template</strong> in the list and
        send them the file. They open it with <strong>Open a template file</strong>. An email that
        you sent or composed becomes a template with <strong>Save as template</strong>.
      </p>
      <p>
        You can keep up to {limits.MAX_TEMPLATES_PER_USER} templates. In a saved template, files
        upload as soon as you choose them.
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
  {
    type: "time",
    name: "At",
    written: "{{At|time}}",
    text: "A time, shown in the template's time format.",
  },
  {
    type: "email",
    name: "Contact",
    written: "{{Contact|email}}",
    text: "An email address, checked before sending.",
  },
];

/** The six types, and the syntax to type them. */
function PlaceholderHelp() {
  return (
    <>
      <p>A placeholder is a name in double braces. Its type determines the values it accepts.</p>
      <dl className="stack gap-8">
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
        If a value may be missing, add a fallback: <code>{"{{Name|text:there}}"}</code> becomes
        “there” if the name is blank. To show text only if a value is filled in, or only if it is
        Ms, for example, select the text and click <strong>Only if…</strong>. You can also put it
        between <code>{"{{#Name}}"}</code> and <code>{"{{/Name}}"}</code>.
      </p>
      <p>
        <strong>One email for several rows:</strong> a family with three children, or a customer
        with four invoices? Select the line, list item or table row that is different for each, and
        click <strong>Repeat for each row</strong>. Rows with the same address are then one email.
        For the total of a column, write its placeholder below that part and choose{" "}
        <strong>Total of all rows</strong>: <code>{"{{Amount|sum}}"}</code>.
      </p>
    </>
  );
}

/** How to prepare a CSV file. */
function CsvHelp({ limits }: ChapterProps) {
  return (
    <>
      <ColumnsPicture />
      <ul>
        <li>
          Column headers must match placeholder names exactly, including case and spaces: the column{" "}
          <code>Full Name</code> fills <code>{"{{Full Name}}"}</code>.
        </li>
        <li>
          If they don't match, you don't have to change the file. Under “Available placeholders”,
          choose a column for each placeholder, or enter one value for everyone. If a header differs
          only in case or spaces, we match it for you; if it looks similar, we suggest it. We
          remember your choices for the template.
        </li>
        <li>
          You can edit your list: click a cell and type. <strong>To fix</strong> shows the rows that
          aren't sent until you fix them, and <strong>To check</strong> the rows that are sent but
          have a value to check. Press Enter for the next one. <strong>Skip</strong> excludes a row
          from the send. If rows share an address but differ, we ask once whether to send every row
          or only the first.
        </li>
        <li>
          One column holds the email addresses. You can give it any name. Not sure? Start with the{" "}
          <a href="/sample.csv" download>
            sample file
          </a>
          .
        </li>
        <li>
          Values can be separated by commas, semicolons or tabs, in any common encoding. You can
          also choose an Excel or OpenDocument workbook, or paste cells from a spreadsheet.
        </li>
        <li>
          Dates with dots have the day first: <code>31.01.2026</code>. You can write months in
          English or German: <code>15 April 2026</code>, <code>15. Apr 2026</code>. If{" "}
          <code>03/04/2026</code> could be April 3 or March 4, we ask once for the column.{" "}
          <code>2026-01-31</code> is always clear.
        </li>
        <li>
          We send the first {withCommas(limits.MAX_CSV_RECIPIENTS)} rows of a file, and tell you how
          many are over the limit.
        </li>
      </ul>
    </>
  );
}

/** The limits for this account. */
function LimitsHelp({ limits }: ChapterProps) {
  const rows: [string, string][] = [
    [
      "Files per email",
      `${limits.MAX_ATTACHMENTS_PER_EMAIL}, up to ${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB in total`,
    ],
    ["Recipients in Direct Send", String(limits.MAX_DIRECT_RECIPIENTS)],
    [
      "Recipients in Bulk Send, manual mode",
      `${limits.MAX_MANUAL_RECIPIENTS} (likely higher than Direct Send)`,
    ],
    ["CSV rows", withCommas(limits.MAX_CSV_RECIPIENTS)],
    ["Templates", String(limits.MAX_TEMPLATES_PER_USER)],
    ["Body length", `${withCommas(limits.MAX_BODY_LENGTH)} characters`],
  ];
  return (
    <>
      <table className={styles.limits}>
        <tbody>
          {rows.map(([what, how]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        In Direct Send, the template's files count together with those you add. In Bulk Send, the
        files you add have their own limit. Gmail's limit is 25 MB per email. It rejects programs
        such as <code>.exe</code>, even inside archives. Google allows about 500 emails in 24 hours,
        or 2,000 for Workspace accounts. The account menu shows how many you have left.
      </p>
    </>
  );
}

const TROUBLES: { sign: string; help: string }[] = [
  {
    sign: "Too many requests (error 429)",
    help: "You made too many requests in a minute. Wait as long as the message says, then try again. A bulk send waits and continues automatically. Nothing is sent twice.",
  },
  {
    sign: "The daily limit is reached",
    help: "The send pauses and continues automatically when Google allows more, usually within a day. Open it in Sends to see when.",
  },
  {
    sign: "Reconnect Google to continue",
    help: "Google no longer lets Sendwright send for you, for example because you changed your password. Click Reconnect Google. Paused sends continue where they stopped.",
  },
  {
    sign: "We have stopped sending",
    help: "We can stop sending, for example because of a fault or a stolen account. The page shows our reason. Nothing is lost: your emails wait, and continue automatically when we start again. If you no longer want them to go out, pause or cancel the send.",
  },
  {
    sign: "A row was skipped",
    help: "Its address or one of its values is missing or invalid. Before you send, we show the problem and a field to fix it. After the send, see the details in the results, fix those rows and send them as a new list.",
  },
  {
    sign: "On your list of people you don't email",
    help: "You put this person on your list, so they get no email and no copy. To email them again, remove them: open the account menu and choose People you don't email.",
  },
  {
    sign: "We can't tell yet whether your send started",
    help: "We lost the server's response. The page keeps checking, for about 90 seconds at most once it can reach the server. To check at once, click Check now. Don't send the same email from anywhere else until then.",
  },
  {
    sign: "We can't tell whether an email was sent",
    help: "The connection to Gmail broke before it could confirm. Check your Sent folder. If the email isn't there, click Send again for that row.",
  },
  {
    sign: "The sign-in window doesn't open",
    help: "Allow popups for this site, then click Sign In & Link Google Account again.",
  },
];

/** Common problems and their solutions. */
function TroubleHelp() {
  return (
    <dl className={`stack gap-16 ${styles.troubles}`}>
      {TROUBLES.map(({ sign, help }) => (
        <div key={sign}>
          <dt>{sign}</dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}

const CHAPTERS = [
  { key: "templates", title: "Templates", Text: TemplateHelp },
  { key: "placeholders", title: "Placeholder types", Text: PlaceholderHelp },
  { key: "sending", title: "Sending", Text: SendingHelp },
  { key: "when", title: "Scheduling and Undo", Text: WhenHelp },
  { key: "csv", title: "CSV tips", Text: CsvHelp },
  { key: "limits", title: "Attachments and limits", Text: LimitsHelp },
  { key: "sign-in", title: "Signing in", Text: SignInHelp },
  { key: "trouble", title: "Troubleshooting", Text: TroubleHelp },
];

/**
 * The guide: every topic, with a small picture. On a phone it opens with the list of topics and
 * shows one at a time.
 */
export default function HelpGuide({ open, onClose }: { open: boolean; onClose: () => void }) {
  const id = useId();
  const limits = useLimits();
  const isPhone = useMediaQuery("(width < 600px)");
  const [chosen, setChosen] = useState<string | null>(null);
  const topics = useRef<HTMLElement>(null);
  const shown = isPhone ? CHAPTERS.filter(({ key }) => key === chosen) : CHAPTERS;
  const jump = (key: string) => {
    flushSync(() => setChosen(key));
    document.getElementById(`${id}-${key}`)?.focus();
  };
  const goBack = () => {
    flushSync(() => setChosen(null));
    topics.current?.querySelector<HTMLElement>(`[data-topic="${chosen}"]`)?.focus();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={`${id}-title`}
      data-guide
    >
      <DialogTitle id={`${id}-title`}>How Sendwright works</DialogTitle>
      <DialogContent dividers className={styles.content ?? ""}>
        {(!isPhone || chosen === null) && (
          <nav ref={topics} aria-label="Chapters" className={styles.chapters}>
            {CHAPTERS.map(({ key, title }) => (
              <button
                key={key}
                type="button"
                data-topic={key}
                className={styles.jump}
                onClick={() => jump(key)}
              >
                {title}
              </button>
            ))}
          </nav>
        )}
        <div className={styles.text}>
          {shown.map(({ key, title, Text }) => (
            <section key={key} className={styles.chapter} aria-labelledby={`${id}-${key}`}>
              <h3 id={`${id}-${key}`} tabIndex={-1}>
                {title}
              </h3>
              <Text limits={limits} />
            </section>
          ))}
          <p className="hint">Sendwright v3.0</p>
        </div>
      </DialogContent>
      <DialogActions>
        {isPhone && chosen !== null && (
          <Button variant="text" onClick={goBack} style={{ marginInlineEnd: "auto" }}>
            All topics
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

/** The ways to send. */
function SendingHelp({ limits }: ChapterProps) {
  return (
    <>
      <StepsPicture />
      <p>
        <strong>Direct Send:</strong> choose one template, add up to {limits.MAX_DIRECT_RECIPIENTS}{" "}
        people and type the values. Each person gets a separate email and can't see the others. For
        each placeholder, choose <strong>Same for all</strong> or <strong>Each their own</strong>:
        then you get a table with a row for each person.
      </p>
      <p>
        <strong>Bulk Send with a CSV:</strong> send one personalized email per row. We check every
        row before you send, and you can preview any of them. If you have no file, click{" "}
        <strong>Type a list</strong>: a row for each person, a column for each placeholder. We check
        and send it like a file.
      </p>
      <p>
        <strong>Bulk Send in manual mode:</strong> send the same content to a list of people, from a
        template or written on the spot.
      </p>
      <p>
        <strong>People you don't email:</strong> someone doesn't want your emails? Put them on this
        list, in the account menu. We skip them in every send, and leave them out of Cc and Bcc,
        also in sends that are already scheduled. Unlike a send's recipients, we keep this list
        until you change it or delete your account.
      </p>
      <p>
        “Send a test to myself” sends the email on the screen to your own address. If you reload the
        tab, we keep your unsent emails, unsaved templates and lists, but not attachments. Logging
        out deletes them.
      </p>
    </>
  );
}

/** Undo, scheduling and following a send. */
function WhenHelp() {
  return (
    <>
      <p>
        <strong>Undo:</strong> after you click Send, we wait 10 seconds. If you click Undo in that
        time, we send nothing and the form is as before. After that, emails can't be recalled. You
        can turn the wait off in Settings, in the account menu.
      </p>
      <p>
        <strong>When:</strong> start a send now, tomorrow or on Monday at 8:00, or at a time you
        choose. Until then, you can edit, reschedule or cancel it in Sends, or send it now.
      </p>
      <p>
        A bulk send continues when you close the page. Open Sends to see its progress, pause it or
        cancel it, and to see who received which email. <strong>Send to new people</strong> sends an
        earlier email to a new list. <strong>Correct the 3 who did not get it</strong> makes a list
        of the people who didn't, for you to fix. <strong>Write to everyone who received it</strong>{" "}
        makes a list of the people who did, for another email, and <strong>Choose people</strong> a
        list of some of them.
      </p>
      <p>
        <strong>Did someone get it?</strong> Enter their email address in the search in Sends. You
        see every email to them, copies included, and the emails that they didn't get, until 24
        hours after the send ends.
      </p>
    </>
  );
}

import { withCommas } from "../../lib/counted.ts";
import styles from "./Help.module.css";
import type { ChapterProps } from "./helpOnWriting.tsx";
import { ColumnsPicture } from "./pictures.tsx";

/** What a CSV should look like. */
export function CsvHelp({ limits }: ChapterProps) {
  return (
    <>
      <ColumnsPicture />
      <ul>
        <li>
          Column headers must match variable names exactly, including case and spaces: the column <code>Full Name</code>{" "}
          fills <code>{"{{Full Name}}"}</code>.
        </li>
        <li>
          If they don't match, you don't have to change the file. Choose a column for each placeholder under “Available
          placeholders”, or one value that is the same for everyone. A header that differs only in case or spaces is
          used; one that looks similar is offered with a click. Your choices are remembered for the template.
        </li>
        <li>
          You see your list and can change it: click a cell and type. <strong>To fix</strong> shows the rows with a
          problem, and Enter goes to the next one. <strong>Skip</strong> leaves a row out. If rows share a mailbox but
          differ, you are asked once: an email each, or only the first.
        </li>
        <li>
          One column holds the email addresses; its name is yours to choose. Not sure? Begin with the{" "}
          <a href="/sample.csv" download>
            sample file
          </a>
          .
        </li>
        <li>
          Commas, semicolons and tabs are recognised, and so are the usual encodings. You can also paste a table from a
          spreadsheet.
        </li>
        <li>
          Dates with dots, <code>31.01.2026</code>, have the day first. A month may be written in English or German:{" "}
          <code>15 April 2026</code>, <code>15. Apr 2026</code>. Where <code>03/04/2026</code> may be 3 April or March
          4, you are asked once for the column. <code>2026-01-31</code> leaves no doubt.
        </li>
        <li>The first {withCommas(limits.MAX_CSV_RECIPIENTS)} rows of a file are sent; the others are reported.</li>
      </ul>
    </>
  );
}

/** Numbers that hold for this account. */
export function LimitsHelp({ limits }: ChapterProps) {
  const rows: [string, string][] = [
    ["Files with one mail", `${limits.MAX_ATTACHMENTS_PER_EMAIL}, together ${limits.MAX_TOTAL_ATTACHMENT_SIZE_MB} MB`],
    ["Recipients of a Direct Send", String(limits.MAX_DIRECT_RECIPIENTS)],
    ["Recipients of a bulk send in manual mode", `${limits.MAX_MANUAL_RECIPIENTS} (likely higher than Direct Send)`],
    ["Rows of a CSV", withCommas(limits.MAX_CSV_RECIPIENTS)],
    ["Templates", String(limits.MAX_TEMPLATES_PER_USER)],
    ["Length of a body", `${withCommas(limits.MAX_BODY_LENGTH)} characters`],
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
        In Direct Send, files of the template count together with those you add; in Bulk Send, those you add count by
        themselves. Gmail's own limit is 25 MB for an email, and it refuses programs such as <code>.exe</code>, also
        inside archives. Google allows about 500 mails in 24 hours, 2,000 for Workspace accounts; the menu with your
        address shows where you are.
      </p>
    </>
  );
}

const TROUBLES: { sign: string; help: string }[] = [
  {
    sign: "Too many requests (error 429)",
    help: "More was asked for than is allowed in a minute. Wait as long as the message says, then try again. A bulk send waits and goes on by itself; nothing is sent twice.",
  },
  {
    sign: "The daily limit is reached",
    help: "The send pauses and goes on by itself once Google allows more, usually within a day. Open it under Sends to see when.",
  },
  {
    sign: "Reconnect Google to continue",
    help: "Google no longer lets Sendwright send for you, for example after a new password. Choose Reconnect Google; a send that waited goes on where it stopped.",
  },
  {
    sign: "A row was left out",
    help: "Its address or one of its values is missing or wrong. The check before the send names it, with a field to put it right. After the send the details say which; correct those rows and send them as a new list.",
  },
  {
    sign: "We can't tell yet whether your send began",
    help: "The server's answer was lost. The page asks for it until it is certain, about 90 seconds at most once the server can be reached; Ask now asks at once. Do not send the same mail from elsewhere meanwhile.",
  },
  {
    sign: "We can't tell whether a mail went out",
    help: "The connection broke before Gmail could answer. Check your Sent folder; if the mail is not there, choose Send again for that row.",
  },
  {
    sign: "The sign-in window does not open",
    help: "Allow popups for this site, then choose Sign In & Link Google Account again.",
  },
];

/** Signs of trouble and what to do. */
export function TroubleHelp() {
  return (
    <dl className={styles.troubles}>
      {TROUBLES.map(({ sign, help }) => (
        <div key={sign}>
          <dt>{sign}</dt>
          <dd>{help}</dd>
        </div>
      ))}
    </dl>
  );
}

import { KEPT } from "@sendwright/core/contract";
import { CONTACT } from "../../lib/contact.ts";

/** What is kept, where, for how long; true to what the code does. */
export function PrivacyText() {
  return (
    <>
      <p>
        Sendwright sends mail that you write, through your own Gmail account, to people whom you choose. This page says
        what it keeps for that, for how long, and how you end it.
      </p>

      <h2>Signing in with Google</h2>
      <p>
        You sign in through Google and Firebase Authentication. Sendwright never sees your password. It learns your
        name, your email address and your Google account number, and it asks for one permission to your mailbox: to send
        mail. It cannot read, search, change or delete your mail.
      </p>
      <p>
        To send while you are away, it keeps a token from Google, encrypted with a key that is not stored beside it.
        “Disconnect Google” gives the permission back to Google and deletes the token.
      </p>

      <h2>Your templates</h2>
      <p>
        Templates and the names, sizes and places of their attachments are kept in a document database, Google Cloud
        Firestore; the attached files in file storage, Google Cloud Storage. They stay until you delete them. Only you
        can read them through Sendwright.
      </p>

      <h2>The people you write to</h2>
      <p>Recipient data is handled only temporarily.</p>
      <ul>
        <li>
          A file that you choose is read in your browser. When you preview a mail, the values on the screen go to the
          server to be filled in, and are not kept.
        </li>
        <li>
          When you send, the addresses and the values that your template uses are stored until the send has ended, and
          for {KEPT.hoursAfterEnd} hours after that, so that you can read the results and try failed ones again. Files
          that you added to that one send are deleted with them. A send ends at the latest {KEPT.daysOfLife} days after
          its start. Whatever happens, addresses and values are gone {KEPT.daysOfRows} days after the start, and the
          files {KEPT.daysOfFiles} days after they were stored.
        </li>
        <li>
          What remains is a record without addresses, subjects, texts or values: how many mails were sent, and when.
          When you delete a send, its data goes at once and it leaves your list; the empty record stays, so that the
          same send can never go out a second time. It goes with your account. If you delete your account, we keep the
          number of emails it sent in its last day, under a scrambled form of your Google account's number, for a day or
          two: Google's daily limit still counts them.
        </li>
      </ul>
      <p>
        The mails themselves are in your Sent folder and in the mailboxes of those who got them. Sendwright adds no
        tracking to them: no pixels, no rewritten links.
      </p>

      <h2>The live demo</h2>
      <p>
        What you type into the demo on the home page goes to the server, comes back as a preview, and is not stored. To
        keep the demo usable, requests are counted under a scrambled form of your network address, which is deleted
        within a day or two.
      </p>

      <h2>Your browser</h2>
      <p>
        The browser remembers, on your machine only: your session, your choice of theme, whether you were signed in, the
        template that you last used in Direct Send, and the values of sticky variables. What you have not sent or saved
        yet (the email, its list of people and their values, a template) stays in its browser tab, so that a reload does
        not lose it; attachments do not. It goes when you send or save it, log out or close the tab, and after 24 hours.
        There are no advertising or analytics cookies. The page loads Google's sign-in script and nothing else from
        other sites.
      </p>

      <h2>The browser extension</h2>
      <p>
        The extension learns your session from this page only, keeps it in memory and forgets it when the browser is
        closed. It looks at another page only when you ask it to, and sends nothing of it anywhere by itself.
      </p>

      <h2>Logs</h2>
      <p>
        The server notes which requests it answered, how long they took and whether they failed, with a random number
        for each, which an error shows so that you can quote it
        {CONTACT === "" ? (
          "."
        ) : (
          <>
            {" "}
            when you write to <a href={`mailto:${CONTACT}`}>{CONTACT}</a>.
          </>
        )}{" "}
        Its notes hold no addresses, subjects, texts, values or tokens.
      </p>

      <h2>Who else sees it</h2>
      <p>
        Your data is neither sold nor passed on. It is processed by Google, whose Firebase, Cloud and Gmail services
        Sendwright runs on. The use of information received from Google APIs adheres to the Google API Services User
        Data Policy, including the Limited Use requirements.
      </p>

      <h2>A copy of your data</h2>
      <p>
        “Download my data”, in the menu with your address, gives you a zip file with your account, your templates and
        their files, your list of sends, and the emails, files, and recipients we still store for them.
      </p>

      <h2>Deleting everything</h2>
      <p>
        “Delete my account and data”, in the menu with your address, deletes your templates, files, sends, results, the
        token and your sign-in. Nothing more is sent from then on. This usually takes a few minutes, but can take a few
        hours. It cannot be undone.
      </p>
    </>
  );
}

import { KEPT } from "@sendwright/core/contract";
import { OPERATOR } from "../../lib/operator.ts";

/** Where the server, the database and the files of this deployment are. */
export const REGION = import.meta.env.VITE_DATA_REGION ?? "a fictional region";

/** The data we keep, where and for how long. Must match the code. */
export function PrivacyText() {
  return (
    <>
      <p>
        Sendwright sends emails that you write, from your own Gmail account, to people you choose.
        This page explains what data it keeps, for how long, and how you can delete it. Its end
        lists later changes.
      </p>

      <h2>Who runs this site</h2>
      <p>
        {OPERATOR.name} runs this site (<a href={OPERATOR.imprint}>imprint</a>). For any question
        about your data, write to <a href={`mailto:${OPERATOR.contact}`}>{OPERATOR.contact}</a>.
      </p>
      <p>
        We are responsible for the data of your account (the “controller”, in the words of European
        law). You are responsible for the data of the people you write to, and we process it only
        for you.
      </p>

      <h2>Signing in with Google</h2>
      <p>
        You sign in through Google and Firebase Authentication. Sendwright never sees your password.
        It receives your name, your email address and your Google account number, and it asks for
        one Gmail permission: to send email. It can't read, search, change or delete your emails.
      </p>
      <p>
        To send while you are away, it keeps a token from Google, encrypted with a key that is
        stored elsewhere. “Disconnect Google” withdraws the permission and deletes the token.
      </p>

      <h2>How we use data from Google</h2>
      <p>
        Sendwright's use and transfer to any other app of information received from Google APIs will
        adhere to the{" "}
        <a href="https://developers.google.com/terms/api-services-user-data-policy">
          Google API Services User Data Policy
        </a>
        , including the Limited Use requirements.
      </p>
      <ul>
        <li>
          We use your name, address and account number to show and protect your account, and the
          token to send.
        </li>
        <li>We keep your name, address and account number until you delete your account.</li>
        <li>
          We keep the token until you disconnect Google, delete your account, or Google no longer
          accepts it.
        </li>
        <li>
          We never use data from Google for advertising, sell it, or transfer it to anyone except as
          described here, for security, or because a law requires it.
        </li>
        <li>
          No person reads your data unless you ask us to and agree, security requires it (for
          example to investigate abuse), or a law requires it.
        </li>
        <li>
          We don't use your data to develop, improve or train artificial intelligence or other
          models.
        </li>
      </ul>

      <h2>Your templates</h2>
      <p>
        We keep templates and the names, sizes and locations of their attachments and pictures in a
        document database (Google Cloud Firestore), and the files in file storage (Google Cloud
        Storage), until you delete them. If you save over a template's text, we keep the text before
        for up to {KEPT.daysOfVersions} days, so that you can bring it back. Only you can read them
        through Sendwright.
      </p>

      <h2>The people you write to</h2>
      <p>
        Recipient data is handled only temporarily. The one exception is your list of people you
        don't email.
      </p>
      <ul>
        <li>
          Your browser reads the list file you choose. When you preview an email, the browser sends
          the values on the screen to the server, which fills them in and doesn't keep them.
        </li>
        <li>
          When you send, we store the addresses, those of people who get a copy included, and the
          values that your template uses until the send ends, and for {KEPT.hoursAfterEnd} hours
          after that, so that you can read the results and retry failed emails. We delete files that
          you added to the send at the same time. A send ends at most {KEPT.daysOfLife} days after
          it starts. In any case, we delete addresses and values {KEPT.daysOfRows} days after the
          start, and files {KEPT.daysOfFiles} days after we stored them.
        </li>
        <li>
          Files that only one person gets are uploaded before the send begins. We delete these
          uploads {KEPT.hoursOfUploads} hours later, and the copies that the send has of them with
          its other files.
        </li>
        <li>
          After that, we keep a record without addresses, subjects, texts or values: how many emails
          were sent, and when. When you delete a send, we delete its data at once and remove it from
          your list. We keep the empty record, so that the same send can never go out twice, until
          you delete your account. If you delete your account, we keep how many emails it sent in
          its last day, and how many it could still send, under a scrambled form of your Google
          account's number, for about two days, because daily limits still count them.
        </li>
        <li>
          <strong>People you don't email:</strong> if you put someone on this list, we keep their
          address, since when, and whether it came from a file, until you remove them or delete your
          account. It is the only place where addresses outlive a send: without it, we couldn't
          leave these people out of your next one.
        </li>
        <li>
          We count how much you use Sendwright, under the same scrambled number, because it has
          daily limits. These counts contain only numbers and times, and end about two days after
          your last visit, also if you delete your account.
        </li>
        <li>
          If we stop your sends, we keep that, since when and the reason we tell you, until we end
          it. If you delete your account, we keep it under a scrambled form of your Google account's
          number, so that a new account of yours is stopped, too.
        </li>
      </ul>
      <p>
        The emails themselves are in your Sent folder and in the mailboxes of the people who
        received them. Sendwright doesn't add any tracking: no pixels, no rewritten links.
      </p>

      <h2>The live demo</h2>
      <p>
        When you use the demo on the home page, the server turns what you type into a preview and
        doesn't store it. To prevent abuse, we count requests under a scrambled form of your network
        address, and delete it within a day or two.
      </p>

      <h2>Your browser</h2>
      <p>
        Your browser remembers, only on your device: your session, your theme, whether you were
        signed in, the template you last used in Direct Send, the tab in which you last sent a
        template, how you like dates written, which columns of a list you chose for a template (as
        scrambled headers) and the values of sticky placeholders. When you log out, it keeps only
        your theme and that you logged out. It keeps unsent and unsaved work (the email, its list of
        people and their values, a template) in its tab, so that you don't lose it if you reload. It
        doesn't keep attachments or pictures. It deletes your work when you send or save it, log out
        or close the tab, and after 24 hours. Until a click on Send or its upload has ended, the tab
        also keeps when you clicked. There are no advertising or analytics cookies.
      </p>
      <p>
        The home page loads Google's sign-in script when you open it, before you click anything,
        because the sign-in button needs it. Google then receives your network address. The page
        loads nothing else from other sites.
      </p>

      <h2>The browser extension</h2>
      <p>
        The extension gets your session from this site only. It has no permanent access to the sites
        you visit. It reads or writes another page only when you click its button or one of its menu
        items there, and sends nothing from that page unless you do.
      </p>
      <p>
        It keeps your session, your address, what you write in it and the result of your last send
        in the browser's memory. If your session ends without a logout, also because you cleared
        this site's data, it deletes the session and keeps the rest for you. It deletes all of it
        when you log out, when someone else signs in, or when you close the browser. On disk it
        keeps only the values of sticky placeholders and which templates you used last, until you
        log out or someone else signs in.
      </p>

      <h2>Logs</h2>
      <p>
        The server logs which requests it answered, how long they took and whether they failed. Each
        has a random number. Error messages show it, so that you can include it when you write to{" "}
        <a href={`mailto:${OPERATOR.contact}`}>{OPERATOR.contact}</a>. The logs contain no
        addresses, subjects, texts, values or tokens.
      </p>

      <p>
        Google's servers, which deliver this site, also log each request: your network address, your
        browser, the page and the time. Google Cloud deletes these logs after 30 days.
      </p>

      <h2>Who else processes it, and where</h2>
      <p>
        We don't sell or share your data. Google is our only processor, because Sendwright runs on
        Google's Firebase, Cloud and Gmail services, under Google's{" "}
        <a href="https://cloud.google.com/terms/data-processing-addendum">data processing terms</a>.
        The server, the database and the files of this site are in {REGION}.
      </p>
      <p>
        Firebase Authentication processes sign-ins in the United States, and Google may process
        other data outside of your country. Google's terms, with the European Commission's standard
        contractual clauses, protect these transfers.
      </p>

      <h2>Why we may process it</h2>
      <ul>
        <li>
          Your account, templates, lists and sends: to provide the service you ask for (Article
          6(1)(b) GDPR).
        </li>
        <li>
          Sending from your Gmail account: your permission, which you can withdraw at any time with
          “Disconnect Google”.
        </li>
        <li>
          Logs, limits and stops: our legitimate interest in a service that is secure and not abused
          (Article 6(1)(f) GDPR).
        </li>
      </ul>

      <h2>Your rights</h2>
      <p>
        You can see, correct, download and delete your data in Sendwright. Where the law gives you
        these rights, you can also ask us to restrict or stop its use. Write to{" "}
        <a href={`mailto:${OPERATOR.contact}`}>{OPERATOR.contact}</a>. We answer within a month. You
        can also complain to a data protection authority. If you received an email from one of our
        users, they decide about your data: ask them first. We help if they don't answer.
      </p>

      <h2>A copy of your data</h2>
      <p>
        “Download my data”, in the account menu, gives you a zip file with your account, your
        templates and their files, your list of sends, and the emails, files and recipients we still
        store for them. We delete this file within an hour. Each address that we give you for it
        works for 15 minutes, for anyone who has it.
      </p>

      <h2>Deleting everything</h2>
      <p>
        “Delete my account and data”, in the account menu, deletes your templates, files, sends,
        results, the token and your sign-in. We stop sending at once. This usually takes a few
        minutes, but can take a few hours. You can't undo it. This stays, under a scrambled form of
        your Google account's number: how many emails you sent in your last day, how many you could
        still send and how much you used Sendwright, for about two days, and a stop of your sends,
        until we end it.
      </p>

      <h2>Changes</h2>
      <ul>
        <li>
          November 25, 2026: we added who runs this site, the policy for Google data, legal bases,
          your rights, the region, request logs and when Google's script loads.
        </li>
        <li>
          November 26, 2026: a stop of your sends survives the deletion of your account; files that
          only one person gets are stored before you send. What the extension keeps, and for how
          long, is now listed in full.
        </li>
        <li>
          November 28, 2026: what your browser remembers, and what stays after you delete your
          account, are now listed in full.
        </li>
      </ul>
    </>
  );
}

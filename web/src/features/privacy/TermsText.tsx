import { Link } from "react-router-dom";
import { OPERATOR } from "../../lib/operator.ts";

/** The terms of use, and how to report abuse. */
export function TermsText() {
  return (
    <>
      <p>
        {OPERATOR.name} (<a href={OPERATOR.imprint}>imprint</a>) runs this site. If you use it, you
        agree to these terms. The <Link to="/privacy">privacy policy</Link> says how we handle data.
      </p>

      <h2>What you get</h2>
      <p>
        Sendwright sends emails that you write, from your own Gmail account, to people you choose.
        You need a Google account of your own, and Gmail's limits and rules apply. We may change or
        end the service. You can download and delete your data at any time.
      </p>

      <h2>Your emails are yours</h2>
      <p>
        You are the sender. You decide who gets your emails and what they say, and you are
        responsible for both: you need a reason to write to each person that the law accepts.
      </p>

      <h2>What you may not send</h2>
      <ul>
        <li>
          <strong>Bulk marketing.</strong> Don't send advertising to lists of people, even if they
          agreed to it: Sendwright can't yet offer them a way to opt out.
        </li>
        <li>
          <strong>Emails to strangers.</strong> Write only to people who can expect an email from
          you: those you know, work with or teach, or who asked you to write. Don't use addresses
          that you bought or guessed, and don't harvest them from websites. The browser extension
          lists the addresses on a page that you are looking at, such as your class list or a thread
          of yours, so that you don't have to copy them. It isn't for finding new people.
        </li>
        <li>Fraud, threats, malware, or emails that hide who sent them.</li>
        <li>Anything that breaks the law or Gmail's program policies.</li>
      </ul>
      <p>Don't use several accounts to get around a limit, and don't disturb the service.</p>

      <h2>If you break these terms</h2>
      <p>
        We can stop your sends at once, and tell you so. If it is serious or happens again, we can
        close your account.
      </p>

      <h2>Our liability</h2>
      <p>
        We provide the service as it is. We are liable as the law of our country says, which these
        terms don't limit. Check important emails before you send them: no one can recall them.
      </p>

      <h2>Report abuse</h2>
      <p>
        If you got an email that breaks these terms, write to{" "}
        <a href={`mailto:${OPERATOR.contact}?subject=Abuse`}>{OPERATOR.contact}</a>. Attach the
        email with all its headers (in Gmail: “Show original”, then “Download original”). We look at
        each report, can stop the sender within minutes, and don't give your name to them.
      </p>
    </>
  );
}

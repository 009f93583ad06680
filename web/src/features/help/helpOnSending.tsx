import type { ChapterProps } from "./helpOnWriting.tsx";
import { StepsPicture } from "./pictures.tsx";

/** The ways to send. */
export function SendingHelp({ limits }: ChapterProps) {
  return (
    <>
      <StepsPicture />
      <p>
        <strong>Direct Send:</strong> choose one template, add up to {limits.MAX_DIRECT_RECIPIENTS} people and type the
        values. Each person gets a separate email and can't see the others. Everyone gets the same values. To change
        that, click <strong>Different for each</strong>: it opens a list in Bulk Send with a row for each person.
      </p>
      <p>
        <strong>Bulk Send with a CSV:</strong> send one personalized email per row. We check every row before you send,
        and you can preview any of them. If you have no file, click <strong>Type a list</strong>: a row for each person,
        a column for each placeholder. We check and send it like a file.
      </p>
      <p>
        <strong>Bulk Send in manual mode:</strong> send the same content to a list of people, from a template or written
        on the spot.
      </p>
      <p>
        “Send a test to myself” sends the email on the screen to your own address. If you reload the tab, we keep your
        unsent emails, unsaved templates and lists, but not attachments. Logging out deletes them.
      </p>
    </>
  );
}

/** Undo, scheduling and following a send. */
export function WhenHelp() {
  return (
    <>
      <p>
        <strong>Undo:</strong> after you click Send, we wait 10 seconds. If you click Undo in that time, we send nothing
        and the form is as before. After that, emails can't be recalled. You can turn the wait off in Settings, in the
        account menu.
      </p>
      <p>
        <strong>When:</strong> start a bulk send now, tomorrow or on Monday at 8:00, or at a time you choose. Until
        then, you can edit, reschedule or cancel it in Sends, or send it now.
      </p>
      <p>
        A bulk send continues when you close the page. Open Sends to see its progress, pause it or cancel it, and to see
        who received which email. <strong>Use again</strong> sends an earlier email to a new list.{" "}
        <strong>Correct the 3 who did not get it</strong> makes a list of the people who didn't, for you to fix.{" "}
        <strong>Write to the people who received it</strong> makes a list of the people who did, for another email.
      </p>
    </>
  );
}

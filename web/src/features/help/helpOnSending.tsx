import type { ChapterProps } from "./helpOnWriting.tsx";
import { StepsPicture } from "./pictures.tsx";

/** The ways to send. */
export function SendingHelp({ limits }: ChapterProps) {
  return (
    <>
      <StepsPicture />
      <p>
        <strong>Direct Send:</strong> one template, up to {limits.MAX_DIRECT_RECIPIENTS} people, values typed by hand.
        Each person gets a mail of their own and sees nobody else. All of them get the same values;{" "}
        <strong>Different for each</strong> makes them a list in Bulk Send, where everyone has a row.
      </p>
      <p>
        <strong>Bulk Send with a CSV:</strong> one personal mail for every row. Before anything leaves, all rows are
        checked, and you can look at any of them. Without a file, <strong>Type a list</strong>: a row for each person, a
        column for each placeholder. It is checked and sent like a file.
      </p>
      <p>
        <strong>Bulk Send in manual mode:</strong> the same content for a list of people, from a template or composed on
        the spot.
      </p>
      <p>
        “Send a test to myself” sends the mail on the screen to your own address. What you have not sent, or saved as a
        template, is still there after a reload of the tab, lists included, attachments excepted. Logging out clears it.
      </p>
    </>
  );
}

/** From the press of Send to the end of a send. */
export function WhenHelp() {
  return (
    <>
      <p>
        <strong>Undo:</strong> after a press of Send nothing goes out for 10 seconds. Press Undo in that time and
        nothing was sent; the form is as it was. Afterwards no mail can be called back. Settings, in the menu with your
        address, can switch the 10 seconds off.
      </p>
      <p>
        <strong>When:</strong> a bulk send begins now, tomorrow or on Monday at 8:00, or at a time that you choose.
        Until then it waits under Sends, where you can change it, move it, send it now or cancel it.
      </p>
      <p>
        A bulk send goes on when you close the page; look under Sends to see how far it is, to pause it or to cancel it.
        There you also find who got which mail, and <strong>Use again</strong> takes the mail of an earlier send for a
        new list. <strong>Correct the 3 who did not get it</strong> makes those people a list in which you fix what was
        wrong, and <strong>Write to the people who received it</strong> makes the others one for another email.
      </p>
    </>
  );
}

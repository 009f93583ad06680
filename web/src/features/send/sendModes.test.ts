import { changed } from "@sendwright/core/list/change";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { expect, it } from "vitest";
import { aSend } from "../../testing/sendFactories.ts";
import { aForm, aList } from "./factories.ts";
import { emptyForm } from "./form/sendForm.ts";
import { directMode } from "./sendModes.ts";

const { asked, ended } = directMode.words;

it("counts emails to addresses, but gives no number if skipped rows of a table could make it wrong", () => {
  const list = listOfAddresses(splitRecipients("ann@x.org bo@x.org"), emptyList());
  const direct = emptyForm("direct");
  const { people } = direct;
  expect(asked({ ...direct, people: { ...people, now: { ...people.now, list } } })).toBe("Sending 2 emails");
  const skipping = changed(aList(), { type: "skip", ids: [1], as: "by_hand" });
  expect(asked({ ...aForm(skipping), tab: "direct" })).toBe("Sending your emails");
  expect(asked(null)).toBe("Checking your last send");
});

it.each([
  [{ sent: 2 }, "2 emails sent.", "success"],
  [{ sent: 1, skipped: 1 }, "1 sent, 1 skipped.", "warning"],
  [{ sent: 1, failed: 1 }, "Send Error: 1 sent, 1 failed.", "danger"],
])("calls only a failure an error: %j", (counts, message, variant) => {
  const none = { queued: 0, sending: 0, sent: 0, failed: 0, skipped: 0, warning: 0 };
  expect(ended(aSend({ counts: { ...none, ...counts, total: 2 } }))).toEqual({ message, variant });
});

import { applyChange } from "@sendwright/core/list/change";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { splitRecipients } from "@sendwright/core/recipients/list";
import { expect, it } from "vitest";
import { aForm, aList } from "./factories.ts";
import { emptyForm } from "./form/sendForm.ts";
import { askedMessage } from "./LastSend.tsx";

it("counts emails to addresses, but gives no number if skipped rows of a table could make it wrong", () => {
  const list = listOfAddresses(splitRecipients("ann@x.org bo@x.org"), emptyList());
  const direct = emptyForm("direct");
  const { people } = direct;
  const asked = askedMessage("direct", {
    ...direct,
    people: { ...people, now: { ...people.now, list } },
  });
  expect(asked).toBe("Sending 2 emails");
  const skipping = applyChange(aList(), { type: "skip", ids: [1], as: "by_hand" });
  expect(askedMessage("direct", { ...aForm(skipping), tab: "direct" })).toBe("Sending your emails");
  expect(askedMessage("direct", null)).toBe("Checking your last send");
});

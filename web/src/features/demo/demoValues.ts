import { NO_DEMO_RECIPIENT, NOT_FILLED_IN, OFFER_TYPES } from "@sendwright/core/contract";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";

type Offer = (typeof OFFER_TYPES)[number];

/** The fields as they are typed. */
export interface DemoValues {
  recipientEmail: string;
  "Recipient Name": string;
  "Promo Code": string;
  "Offer Type": string;
}

export const BLANK: DemoValues = { recipientEmail: "", "Recipient Name": "", "Promo Code": "", "Offer Type": "" };

/** What the server takes. */
export interface DemoRequest {
  recipientEmail: string;
  variables: { "Recipient Name": string; "Promo Code": string; "Offer Type": Offer };
}

interface DemoProblem {
  message: string;
  /** Whether the email field is to be flagged. */
  email: boolean;
  /** The empty fields. */
  blank: (keyof DemoValues)[];
}

function isOffer(value: string): value is Offer {
  return OFFER_TYPES.some((offer) => offer === value);
}

/** The trimmed request, or the fields' errors. */
export function checkDemo(typed: DemoValues): DemoRequest | DemoProblem {
  const recipientEmail = typed.recipientEmail.trim();
  const name = typed["Recipient Name"].trim();
  const promo = typed["Promo Code"].trim();
  const offer = typed["Offer Type"];
  if (!recipientEmail || !name || !promo || !isOffer(offer)) {
    const blank = (Object.keys(BLANK) as (keyof DemoValues)[]).filter((field) => typed[field].trim() === "");
    return { message: NOT_FILLED_IN, email: !isEmailAddress(recipientEmail), blank };
  }
  if (!isEmailAddress(recipientEmail)) {
    return { message: NO_DEMO_RECIPIENT, email: true, blank: [] };
  }
  return { recipientEmail, variables: { "Recipient Name": name, "Promo Code": promo, "Offer Type": offer } };
}

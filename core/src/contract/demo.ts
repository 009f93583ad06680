import * as z from "zod/mini";
import { endpoint, lineOfText, success } from "./endpoint.ts";
import { MAX_DEMO_FIELD_LENGTH } from "./limits.ts";
import { NO_DEMO_RECIPIENT, NOT_FILLED_IN } from "./messages.ts";

/** The options of the demo's dropdown. */
export const OFFER_TYPES = ["Discount", "Free Trial", "Early Access"] as const;

/** Blank or missing fields get one sentence for the whole form. */
const filled = z
  .string(NOT_FILLED_IN)
  .check(z.maxLength(1_000), z.trim(), z.minLength(1, NOT_FILLED_IN));
const demoField = z.pipe(filled, lineOfText(MAX_DEMO_FIELD_LENGTH));

export const demoPreview = endpoint({
  method: "POST",
  path: "/api/demo/preview",
  auth: "none",
  rate: "demo_previews",
  input: z.object({
    recipientEmail: filled.check(z.maxLength(320, NO_DEMO_RECIPIENT)),
    variables: z.object(
      {
        "Recipient Name": demoField,
        "Promo Code": demoField,
        "Offer Type": z.pipe(filled, z.enum(OFFER_TYPES)),
      },
      NOT_FILLED_IN,
    ),
  }),
  output: success({
    rendered_subject: z.string(),
    rendered_body_html: z.string(),
    recipientEmail: z.string(),
  }),
});

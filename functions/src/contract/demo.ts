import * as z from "zod";
import { endpoint, lineOfText, success } from "./endpoint.ts";
import { MAX_DEMO_FIELD_LENGTH } from "./limits.ts";

/** What the demo's dropdown offers. */
export const OFFER_TYPES = ["Discount", "Free Trial", "Early Access"] as const;

/** What is blank or missing is answered with one sentence for the whole form. */
const FILL_IN = "Please fill in all fields.";
const filled = z.string(FILL_IN).trim().min(1, FILL_IN);
const demoField = filled.pipe(lineOfText(MAX_DEMO_FIELD_LENGTH));

export const demoPreview = endpoint({
  method: "POST",
  path: "/api/demo/preview",
  auth: "none",
  rate: "demo_previews",
  input: z.object({
    recipientEmail: filled.max(320, "Please enter a valid recipient email address."),
    variables: z.object(
      {
        "Recipient Name": demoField,
        "Promo Code": demoField,
        "Offer Type": filled.pipe(z.enum(OFFER_TYPES)),
      },
      FILL_IN,
    ),
  }),
  output: success({
    rendered_subject: z.string(),
    rendered_body_html: z.string(),
    recipientEmail: z.string(),
  }),
});

import * as z from "zod";
import { endpoint, lineOfText, success } from "./endpoint.ts";
import { MAX_DEMO_FIELD_LENGTH } from "./limits.ts";

/** Specification, section 5: what the demo's dropdown offers. */
export const OFFER_TYPES = ["Discount", "Free Trial", "Early Access"] as const;

const demoField = z.string().trim().min(1).pipe(lineOfText(MAX_DEMO_FIELD_LENGTH));

export const demoPreview = endpoint({
  method: "POST",
  path: "/api/demo/preview",
  auth: "none",
  rate: "demo_previews",
  input: z.object({
    recipientEmail: z.string().trim().min(1).max(320),
    variables: z.object({
      "Recipient Name": demoField,
      "Promo Code": demoField,
      "Offer Type": z.enum(OFFER_TYPES),
    }),
  }),
  output: success({
    rendered_subject: z.string(),
    rendered_body_html: z.string(),
    recipientEmail: z.string(),
  }),
});

import { DEFAULT_FORMATS } from "@sendwright/core/contract/templates";

/** The landing page's example, written as a user would write it. */
export const demoMail = {
  subject: "{{Recipient Name}}, your {{Offer Type|dropdown:Discount,Free Trial,Early Access}} is here",
  body: [
    "<p>Hi {{Recipient Name}},</p>",
    "<p>thank you for your interest. Your <strong>{{Offer Type}}</strong> is ready: use the code below when you sign up.</p>",
    "<blockquote>{{Promo Code}}</blockquote>",
    "<p>If you have a question, just reply to this email.</p>",
    "<p>Best regards,<br>The team</p>",
  ].join(""),
  ...DEFAULT_FORMATS,
} as const;

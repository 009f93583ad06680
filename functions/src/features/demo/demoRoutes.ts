import { AppError } from "@sendwright/core/contract/appError";
import type { demoPreview } from "@sendwright/core/contract/demo";
import { NO_DEMO_RECIPIENT } from "@sendwright/core/contract/messages";
import { DEFAULT_FORMATS } from "@sendwright/core/contract/templates";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import type { OpenHandler } from "../../http/route.ts";
import { preparedMail } from "../../mail/lateMail.ts";

/** The landing page's example, written as a user would write it. */
const demoMail = {
  subject:
    "{{Recipient Name}}, your {{Offer Type|dropdown:Discount,Free Trial,Early Access}} is here",
  body: [
    "<p>Hi {{Recipient Name}},</p>",
    "<p>Thank you for your interest. Your <strong>{{Offer Type}}</strong> is ready: use the code below when you sign up.</p>",
    "<blockquote>{{Promo Code}}</blockquote>",
    "<p>If you have a question, just reply to this email.</p>",
    "<p>Best regards,<br>The team</p>",
  ].join(""),
  ...DEFAULT_FORMATS,
} as const;

/**
 * `POST /api/demo/preview`: rendered by the code that renders real emails; nothing is stored or
 * sent.
 */
export const previewDemo: OpenHandler<typeof demoPreview> = async ({ input }) => {
  if (!isEmailAddress(input.recipientEmail)) {
    throw new AppError("invalid_input", NO_DEMO_RECIPIENT);
  }
  const mail = await preparedMail(demoMail);
  const { subject, html } = mail.render(new Map(Object.entries(input.variables)), { mark: true });
  return {
    success: true,
    rendered_subject: subject,
    rendered_body_html: html,
    recipientEmail: input.recipientEmail,
  };
};

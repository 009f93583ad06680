import { AppError } from "@sendwright/core/contract/appError";
import type { demoPreview } from "@sendwright/core/contract/demo";
import { NO_DEMO_RECIPIENT } from "@sendwright/core/contract/messages";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import type { OpenHandler } from "../../http/route.ts";
import { prepareMail } from "../../mail/prepareMail.ts";
import { demoMail } from "./demoMail.ts";

/** `POST /api/demo/preview`: rendered by the code that renders real emails; nothing is stored or sent. */
export const previewDemo: OpenHandler<typeof demoPreview> = async ({ input }) => {
  if (!isEmailAddress(input.recipientEmail)) {
    throw new AppError("invalid_input", NO_DEMO_RECIPIENT);
  }
  const { subject, html } = prepareMail(demoMail).render(new Map(Object.entries(input.variables)), { mark: true });
  return {
    success: true,
    rendered_subject: subject,
    rendered_body_html: html,
    recipientEmail: input.recipientEmail,
  };
};

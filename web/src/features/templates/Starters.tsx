import { DEFAULT_FORMATS, type TemplateFields } from "@sendwright/core/contract";
import { parseTemplate } from "@sendwright/core/placeholders";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import styles from "./Templates.module.css";

/** What an empty list offers; between them they show every type of placeholder. */
export const STARTERS: readonly { purpose: string; fields: TemplateFields }[] = [
  {
    purpose: "A date, a time and a place, with one email per guest.",
    fields: {
      ...DEFAULT_FORMATS,
      name: "Invitation to an event",
      subject: "You are invited to {{Event}}",
      body: [
        "<p>Dear {{First Name|text:colleague}},</p>",
        "<p><br></p>",
        "<p>We'd be happy to see you at <strong>{{Event}}</strong> on {{Date|date}} at {{Time|time}}, {{Place}}.</p>",
        "<p><br></p>",
        "<p>Please reply to let us know if you can come.</p>",
        "<p><br></p>",
        "<p>Kind regards,</p>",
        "<p>{{My Name|sticky}}</p>",
      ].join(""),
      dateFormat: "long",
    },
  },
  {
    purpose: "What you agreed and the next steps.",
    fields: {
      ...DEFAULT_FORMATS,
      name: "Follow-up after a meeting",
      subject: "Our conversation about {{Topic}}",
      body: [
        "<p>Hi {{First Name}},</p>",
        "<p><br></p>",
        "<p>Thank you for your time. Here is what we agreed on:</p>",
        '<ol><li data-list="bullet">{{First Step}}</li><li data-list="bullet">{{Second Step}}</li></ol>',
        "<p>Our next step is a {{Next Step|dropdown:call,meeting,written offer}} on {{Next Date|date}}. If anything changes,",
        " write to {{Contact|email}}.</p>",
        "<p><br></p>",
        "<p>Best regards,</p>",
        "<p>{{My Name|sticky}}</p>",
      ].join(""),
    },
  },
  {
    purpose: "A friendly reminder with the amount and the due date.",
    fields: {
      ...DEFAULT_FORMATS,
      name: "Payment reminder",
      subject: "Invoice {{Invoice Number}} is due on {{Due Date|date}}",
      body: [
        "<p>Dear {{Name}},</p>",
        "<p><br></p>",
        "<p>This is a quick reminder that invoice <strong>{{Invoice Number}}</strong> for {{Amount}} is due on",
        " {{Due Date|date}}.</p>",
        "<p><br></p>",
        "<p>{{#Note}}</p><p>{{Note}}</p><p>{{/Note}}</p>",
        "<p>If you've already paid, please ignore this email.</p>",
        "<p><br></p>",
        "<p>Kind regards,</p>",
        "<p>{{My Name|sticky}}</p>",
      ].join(""),
    },
  },
];

/**
 * Three templates to start from: choosing one opens the editor with it, and nothing is saved yet.
 */
export default function Starters({ onStart }: { onStart: (starter: TemplateFields) => void }) {
  return (
    <section aria-labelledby="starters">
      <h2 id="starters" className="size-17">
        Or start with one of these
      </h2>
      <ul className={styles.starters}>
        {STARTERS.map(({ purpose, fields }) => (
          <li key={fields.name}>
            <button type="button" className={styles.starter} onClick={() => onStart(fields)}>
              <span className={styles.starterName}>{fields.name}</span>
              <span className="inline hint">{purpose}</span>
              <span className={styles.facts}>
                {parseTemplate(fields).variables.map(({ name, type }) => (
                  <PlaceholderChip key={name} name={name} type={type} />
                ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

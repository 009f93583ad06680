import { MAX_DEMO_FIELD_LENGTH, OFFER_TYPES } from "@sendwright/core/contract";
import { X } from "lucide-react";
import type { FormEvent } from "react";
import { BlankLetter } from "../../components/Drawings.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import buttons from "../../components/plain/buttons.module.css";
import icons from "../../components/plain/iconButton.module.css";
import { PlainField } from "../../components/plain/PlainField.tsx";
import { PlainErrorNotice } from "../../components/plain/PlainNotice.tsx";
import styles from "./Demo.module.css";
import { useDemo } from "./useDemo.ts";

/** The demo's fields on the left, the email on the right. */
export default function DemoForm() {
  const { values, state, missing, invalidEmail, edit, generate, close } = useDemo();
  const isBusy = state.is === "generating";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void generate();
  };

  return (
    <div className={styles.demo}>
      <form className={styles.form} onSubmit={submit} noValidate aria-label="Live demo">
        <PlainField label="Recipient email" error={invalidEmail ? "Please enter a valid email address." : undefined}>
          {(wiring) => (
            <input
              {...wiring}
              type="email"
              autoComplete="off"
              placeholder="ada@example.com"
              value={values.recipientEmail}
              disabled={isBusy}
              onChange={(event) => edit("recipientEmail", event.target.value)}
            />
          )}
        </PlainField>
        {(["Recipient Name", "Promo Code"] as const).map((name) => (
          <PlainField key={name} label={name} error={missing(name)}>
            {(wiring) => (
              <input
                {...wiring}
                autoComplete="off"
                maxLength={MAX_DEMO_FIELD_LENGTH}
                value={values[name]}
                disabled={isBusy}
                onChange={(event) => edit(name, event.target.value)}
              />
            )}
          </PlainField>
        ))}
        <PlainField label="Offer Type" error={missing("Offer Type")}>
          {(wiring) => (
            <select
              {...wiring}
              value={values["Offer Type"]}
              disabled={isBusy}
              onChange={(event) => edit("Offer Type", event.target.value)}
            >
              <option value="">Choose one</option>
              {OFFER_TYPES.map((offer) => (
                <option key={offer}>{offer}</option>
              ))}
            </select>
          )}
        </PlainField>
        <button type="submit" className={buttons.main} disabled={isBusy}>
          {isBusy ? "Generating..." : "Generate Preview"}
        </button>
      </form>
      <div className={styles.result} aria-live="polite" aria-busy={isBusy}>
        {state.is === "error" && (
          <PlainErrorNotice
            message={state.message}
            action={
              <button type="button" className={icons.button} aria-label="Dismiss this message" onClick={close}>
                <X size={18} aria-hidden />
              </button>
            }
          />
        )}
        {state.is === "preview" && (
          <MailPreview
            caption={
              <span className={styles.caption}>
                Live preview
                <button type="button" className={icons.button} aria-label="Close preview" onClick={close}>
                  <X size={18} aria-hidden />
                </button>
              </span>
            }
            from="you, from your Gmail account"
            to={state.preview.recipientEmail}
            subject={state.preview.rendered_subject}
            html={state.preview.rendered_body_html}
          />
        )}
        {(state.is === "idle" || isBusy) && (
          <div className={styles.waiting}>
            <BlankLetter />
            <p>Your email will appear here, as it would arrive.</p>
          </div>
        )}
      </div>
    </div>
  );
}

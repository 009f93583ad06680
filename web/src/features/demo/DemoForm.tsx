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

const OLD = "You have changed something since: generate it again";

/** The demo's fields at the left, the mail they make at the right. */
export default function DemoForm() {
  const { values, state, preview, missing, invalidEmail, edit, generate, dismiss, close } = useDemo();
  const isOld = state.is !== "preview";
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
              <button type="button" className={icons.button} aria-label="Dismiss this message" onClick={dismiss}>
                <X size={18} aria-hidden />
              </button>
            }
          />
        )}
        {preview && state.is !== "error" && (
          // Editing clears the preview: what stays is its picture, which nothing can be done with.
          <div inert={isOld} className={isOld ? styles.old : undefined}>
            <MailPreview
              label={isOld ? OLD : "Preview"}
              caption={
                <span className={styles.caption}>
                  {isOld ? OLD : "Live preview"}
                  <button type="button" className={icons.button} aria-label="Close the preview" onClick={close}>
                    <X size={18} aria-hidden />
                  </button>
                </span>
              }
              from="you, from your own Gmail account"
              to={preview.recipientEmail}
              subject={preview.rendered_subject}
              html={preview.rendered_body_html}
            />
          </div>
        )}
        {!preview && state.is !== "error" && (
          <div className={styles.waiting}>
            <BlankLetter />
            <p>The mail will appear here, as it would arrive.</p>
          </div>
        )}
      </div>
    </div>
  );
}

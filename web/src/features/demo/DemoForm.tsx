import {
  AppError,
  demoPreview,
  type InputOf,
  MAX_DEMO_FIELD_LENGTH,
  NO_DEMO_RECIPIENT,
  NOT_FILLED_IN,
  OFFER_TYPES,
  type OutputOf,
} from "@sendwright/core/contract";
import { isEmailAddress } from "@sendwright/core/recipients/recipients";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button, IconButton } from "../../components/Button.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { PlainField } from "../../components/plain/PlainField.tsx";
import { PlainErrorNotice } from "../../components/plain/PlainNotice.tsx";
import { call } from "../../lib/call.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { showErrors } from "../../lib/focusFirstError.ts";
import styles from "./Demo.module.css";

type Offer = (typeof OFFER_TYPES)[number];

/** The fields as they are typed. */
interface DemoValues {
  recipientEmail: string;
  "Recipient Name": string;
  "Promo Code": string;
  "Offer Type": string;
}

const NO_VALUES: DemoValues = {
  recipientEmail: "",
  "Recipient Name": "",
  "Promo Code": "",
  "Offer Type": "",
};

interface DemoRequest {
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
function checkDemo(typed: DemoValues): DemoRequest | DemoProblem {
  const recipientEmail = typed.recipientEmail.trim();
  const name = typed["Recipient Name"].trim();
  const promo = typed["Promo Code"].trim();
  const offer = typed["Offer Type"];
  if (!recipientEmail || !name || !promo || !isOffer(offer)) {
    const blank = (Object.keys(NO_VALUES) as (keyof DemoValues)[]).filter(
      (field) => typed[field].trim() === "",
    );
    return { message: NOT_FILLED_IN, email: !isEmailAddress(recipientEmail), blank };
  }
  if (!isEmailAddress(recipientEmail)) {
    return { message: NO_DEMO_RECIPIENT, email: true, blank: [] };
  }
  return {
    recipientEmail,
    variables: { "Recipient Name": name, "Promo Code": promo, "Offer Type": offer },
  };
}

type DemoState =
  | { is: "idle" | "generating" }
  | { is: "preview"; preview: DemoPreview }
  | { is: "error"; message: string };

/**
 * The demo's form: idle, then generating, then a preview or an error. Editing a field clears both.
 */
function useDemo() {
  const [values, setValues] = useState(NO_VALUES);
  const [state, setState] = useState<DemoState>({ is: "idle" });
  const [blank, setBlank] = useState<readonly (keyof DemoValues)[]>([]);
  const [invalidEmail, setInvalidEmail] = useState(false);

  const edit = (field: keyof DemoValues, value: string) => {
    setValues((now) => ({ ...now, [field]: value }));
    setState({ is: "idle" });
    if (field === "recipientEmail") setInvalidEmail(false);
    setBlank((now) => now.filter((one) => one !== field));
  };
  const generate = async (form: HTMLElement) => {
    const checked = checkDemo(values);
    if ("message" in checked) {
      showErrors(form, () => {
        setInvalidEmail(checked.email);
        setBlank(checked.blank);
        setState({ is: "error", message: checked.message });
      });
      return;
    }
    setInvalidEmail(false);
    setBlank([]);
    setState({ is: "generating" });
    try {
      setState({ is: "preview", preview: await previewDemo(checked) });
    } catch (error) {
      setState({
        is: "error",
        message: error instanceof Error ? error.message : "Preview generation failed.",
      });
    }
  };
  const close = () => setState({ is: "idle" });

  /** The missing fields, as of the last click. */
  const missing = (field: keyof DemoValues) =>
    blank.includes(field) ? "Fill this in." : undefined;

  return { values, missing, state, invalidEmail, edit, generate, close };
}

type DemoPreview = OutputOf<typeof demoPreview>;

/** The email from the demo's fields. Throws an Error with the message to show. */
async function previewDemo(input: InputOf<typeof demoPreview>): Promise<DemoPreview> {
  try {
    return await call(demoPreview, input, { fallback: "Preview generation failed." });
  } catch (error) {
    // Status 0: no answer of the server's that could be understood.
    if (error instanceof AppError && error.status > 0) throw error;
    throw new Error(`Preview Error: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/** The demo's fields on the left, the email on the right. */
export default function DemoForm() {
  const { values, state, missing, invalidEmail, edit, generate, close } = useDemo();
  const isBusy = state.is === "generating";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void generate(event.currentTarget);
  };

  return (
    <div className={styles.demo}>
      <form className="stack gap-16" onSubmit={submit} noValidate aria-label="Live demo">
        <PlainField
          label="Recipient email"
          error={invalidEmail ? "Please enter a valid email address." : undefined}
        >
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
        <Button type="submit" variant="contained" disabled={isBusy}>
          {isBusy ? "Generating..." : "Generate Preview"}
        </Button>
      </form>
      <div>
        {state.is === "error" && (
          <PlainErrorNotice
            message={state.message}
            action={
              <IconButton aria-label="Dismiss this message" onClick={close}>
                <X size={18} aria-hidden />
              </IconButton>
            }
          />
        )}
        <div aria-live="polite" aria-busy={isBusy}>
          {state.is === "preview" && (
            <MailPreview
              caption={
                <span className={styles.caption}>
                  Live preview
                  <IconButton aria-label="Close preview" onClick={close}>
                    <X size={18} aria-hidden />
                  </IconButton>
                </span>
              }
              from="you, from your Gmail account"
              to={state.preview.recipientEmail}
              subject={state.preview.rendered_subject}
              html={state.preview.rendered_body_html}
            />
          )}
        </div>
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

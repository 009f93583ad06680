import { AppError } from "@sendwright/core/contract";
import { Check, Puzzle } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import buttons from "../../components/plain/buttons.module.css";
import { Spinner } from "../../components/Spinner.tsx";
import { extensionUrl } from "../../lib/extensionUrl.ts";
import { GoogleRefusal } from "../../lib/google.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./Hero.module.css";
import { CLOSED, type Trouble, useGoogleSignIn } from "./signIn.ts";

const HeroNotice = lazy(() => import("./HeroNotice.tsx"));

/** Google's mark in its own colors. */
function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  );
}

const LIST = [
  { name: "Maria", child: "Leo", time: "4:30 PM" },
  { name: "James", child: "Emma", time: "4:45 PM" },
  { name: "Aisha", child: "Noor", time: "5:00 PM" },
];

/** The product in one picture: a list of three people becomes three emails. */
function ListBecomesEmails() {
  return (
    <figure className={styles.picture} aria-label="Example: a list of three people becomes three emails">
      <table className={styles.list}>
        <caption className="hint">Your list</caption>
        <thead>
          <tr>
            <th scope="col">First Name</th>
            <th scope="col">Child</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {LIST.map(({ name, child, time }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{child}</td>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">Your email, written once</p>
      <p className={styles.template}>
        Hi <PlaceholderChip type="text" name="First Name" />, see you at <PlaceholderChip type="time" name="Time" />{" "}
        about <PlaceholderChip type="text" name="Child" />.
      </p>
      <p className="hint">What they get</p>
      <ol className={styles.emails}>
        {LIST.map(({ name, child, time }) => (
          <li key={name}>
            <span className="hint">To {name.toLowerCase()}@example.com</span>
            <span className={styles.sent}>
              <Check size={14} aria-hidden /> Sent
            </span>
            <span className={styles.line}>
              Hi <mark>{name}</mark>, see you at <mark data-kind="time">{time}</mark> about <mark>{child}</mark>.
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** What Sendwright is, and the way in. `told` is the error that the address named, `notice` a message from another screen. */
export function Hero({ told, notice }: { told: Trouble | null; notice: string | null }) {
  const { isAuthenticated, error: sessionError } = useSession();
  const { isReady, isProcessing, trouble, signIn } = useGoogleSignIn(told);
  const button = useRef<HTMLButtonElement>(null);
  const wasProcessing = useRef(false);
  useEffect(() => {
    // The button was away while Google's window was open: it comes back with the focus that it had.
    if (wasProcessing.current && !isProcessing) button.current?.focus();
    wasProcessing.current = isProcessing;
  }, [isProcessing]);
  const shown = trouble ?? (sessionError ? { failure: new AppError("auth_failed", sessionError) } : null);
  const isClosed =
    shown !== null && "failure" in shown && shown.failure instanceof GoogleRefusal && shown.failure.kind === "closed";

  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline}>Send Personalized Emails Effortlessly</h1>
        <p className={styles.lead}>
          Mail merge from your own Gmail, for schools, clubs and offices. Write one email, add your list, and each
          person gets their own.
        </p>
        <Suspense fallback={null}>
          <HeroNotice notice={notice} trouble={isClosed ? null : shown} />
        </Suspense>
        {isProcessing ? (
          <div className={styles.processing}>
            <Spinner label="Signing in & Linking Google..." />
          </div>
        ) : isAuthenticated ? (
          <Link to="/app" className={`${buttons.main} ${buttons.large}`}>
            Back to your templates
          </Link>
        ) : (
          <button
            ref={button}
            type="button"
            className={`${buttons.main} ${buttons.large} ${styles.google}`}
            disabled={!isReady}
            onClick={signIn}
            aria-describedby="sign-in-note"
          >
            <GoogleMark />
            Sign In & Link Google Account
          </button>
        )}
        {/* The person who closed the window knows it: one quiet sentence replaces another, and nothing moves. */}
        <p id="sign-in-note" className="hint" role="status">
          {isClosed ? CLOSED : "Sendwright can only send email. It can't read your inbox and never sees your password."}
        </p>
      </div>
      <ListBecomesEmails />
      <a
        className={`${buttons.quiet} ${styles.extension}`}
        href={extensionUrl(import.meta.env.VITE_EXTENSION_ID)}
        target="_blank"
        rel="noopener"
      >
        <Puzzle size={18} aria-hidden />
        Get Chrome Extension
      </a>
    </section>
  );
}

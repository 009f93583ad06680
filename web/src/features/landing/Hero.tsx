import { AppError } from "@sendwright/core/contract";
import { SAMPLE_PEOPLE } from "@sendwright/core/samplePeople";
import { Check, Puzzle } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { AirmailStripe } from "../../components/AirmailStripe.tsx";
import { Button, buttonLook } from "../../components/Button.tsx";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { extensionUrl } from "../../lib/extensionUrl.ts";
import { GoogleRefusal } from "../../lib/google.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./Hero.module.css";
import { CLOSED, type SignInTrouble, useGoogleSignIn } from "./signIn.ts";

const HeroNotice = lazy(() => import("./HeroNotice.tsx"));

/** The product in one picture: a list of three people becomes three emails. */
function ListBecomesEmails() {
  return (
    <figure
      className={styles.picture}
      aria-label="Example: a list of three people becomes three emails"
    >
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
          {SAMPLE_PEOPLE.map(({ name, child, time }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{child}</td>
              <td>{time}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">Your email, written once</p>
      <div className={styles.template}>
        <AirmailStripe />
        <p>
          Hi <PlaceholderChip type="text" name="First Name" />, see you at{" "}
          <PlaceholderChip type="time" name="Time" /> about{" "}
          <PlaceholderChip type="text" name="Child" />.
        </p>
      </div>
      <p className="hint">What they get</p>
      <ol className={`bare stack gap-8 ${styles.emails}`}>
        {SAMPLE_PEOPLE.map(({ name, child, time }) => (
          <li key={name}>
            <span className="hint">To {name.toLowerCase()}@example.com</span>
            <span className={styles.sent}>
              <Check size={14} aria-hidden /> Sent
            </span>
            <span className={styles.line}>
              Hi <mark>{name}</mark>, see you at <mark data-kind="time">{time}</mark> about{" "}
              <mark>{child}</mark>.
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

interface HeroProps {
  /** The error that the address named. */
  told: SignInTrouble | null;
  /** A message from another screen. */
  notice: string | null;
  /** Called when Google's window opens. */
  onSignIn: () => void;
}

/** What Sendwright is, and the sign-in. */
export function Hero({ told, notice, onSignIn }: HeroProps) {
  const { isAuthenticated, error: sessionError } = useSession();
  const { isReady, isProcessing, trouble, signIn } = useGoogleSignIn(told);
  const button = useRef<HTMLButtonElement>(null);
  const wasProcessing = useRef(false);
  useEffect(() => {
    // The button was away while Google's window was open: it comes back with the focus that it had.
    if (wasProcessing.current && !isProcessing) button.current?.focus();
    wasProcessing.current = isProcessing;
  }, [isProcessing]);
  const shown =
    trouble ?? (sessionError ? { failure: new AppError("auth_failed", sessionError) } : null);
  const isClosed =
    shown !== null &&
    "failure" in shown &&
    shown.failure instanceof GoogleRefusal &&
    shown.failure.kind === "closed";

  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline}>Send Personalized Emails Effortlessly</h1>
        <p className={styles.lead}>
          Mail merge from your own Gmail, for schools, clubs and offices. Write one email, add your
          list, and each person gets their own.
        </p>
        <Suspense fallback={null}>
          <HeroNotice notice={notice} trouble={isClosed ? null : shown} />
        </Suspense>
        {isProcessing ? (
          <div className={styles.processing}>
            <Spinner label="Signing in & Linking Google..." />
          </div>
        ) : isAuthenticated ? (
          <Link to="/app" {...buttonLook({ variant: "contained", size: "large" })}>
            Back to your templates
          </Link>
        ) : (
          <Button
            ref={button}
            variant="contained"
            size="large"
            className={styles.google}
            disabled={!isReady}
            onClick={() => {
              signIn();
              onSignIn();
            }}
            aria-describedby="sign-in-note"
          >
            Sign In & Link Google Account
          </Button>
        )}
        {/* The person who closed the window knows it: one quiet sentence replaces another, and nothing moves. */}
        <p id="sign-in-note" className="hint" role="status">
          {isClosed
            ? CLOSED
            : "Sendwright can only send email. It can't read your inbox and never sees your password."}
        </p>
      </div>
      <ListBecomesEmails />
      <a
        {...buttonLook({ className: styles.extension })}
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

import { ArrowRight, MousePointer2, Puzzle, SquareCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { PlaceholderChip } from "../../components/PlaceholderChip.tsx";
import buttons from "../../components/plain/buttons.module.css";
import { PlainErrorNotice, PlainNotice } from "../../components/plain/PlainNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { extensionUrl } from "../../lib/extensionUrl.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./Hero.module.css";
import { headingOf, type SignInError, useGoogleSignIn } from "./signIn.ts";

/** What to do when the Gmail box was left empty on Google's page: a picture of that box, selected. */
function TickTheBox() {
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>One box wasn't selected</p>
      <p>
        Google signed you in, but didn't give Sendwright permission to send email, so we haven't linked your account.
        Sign in again and select this box in Google's window before you click Continue:
      </p>
      <p className={styles.box}>
        <SquareCheck size={22} color="var(--accent)" aria-label="selected box" />
        <span>Send email on your behalf.</span>
        <MousePointer2 size={18} aria-hidden className={styles.pointer} />
      </p>
      <p className={styles.small}>
        This is the only Gmail permission Sendwright asks for. It doesn't let us read your email.
      </p>
    </div>
  );
}

const PEOPLE = [
  { to: "ada@example.com", name: "Ada", talk: "Engines that weave", date: "April 3, 2026" },
  { to: "grace@example.com", name: "Grace", talk: "A bug, found and kept", date: "April 4, 2026" },
  { to: "linus@corp.example", name: "Linus", talk: "Say it with patches", date: "April 4, 2026" },
];

/** One letter with blanks becomes three letters without: the product in one picture. */
function HeroPicture() {
  return (
    <figure
      className={styles.picture}
      aria-label="An email with placeholders, and the three personalized emails made from it"
    >
      <div className={styles.letter} aria-hidden="true">
        <p className={styles.subject}>
          Your talk on <PlaceholderChip type="date" name="Talk Date" />
        </p>
        <p>
          Dear <PlaceholderChip type="text" name="First Name" />,
        </p>
        <p>
          We look forward to “<PlaceholderChip type="text" name="Talk" />
          ”. Bring your slides as <PlaceholderChip type="dropdown" name="Format" />. We'll bring the coffee.
        </p>
      </div>
      <ol className={styles.mails} aria-hidden="true">
        {PEOPLE.map(({ to, name, talk, date }) => (
          <li key={to} className={styles.mail}>
            <span className={`hint ${styles.to}`}>{to}</span>
            <span className={`hint ${styles.line}`}>
              <strong>Your talk on {date}</strong> Dear {name}, We look forward to “{talk}”.
            </span>
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** What Sendwright is, and the way in. `told` is the error that the address named, `notice` a message from another screen. */
export function Hero({ told, notice }: { told: SignInError | null; notice: string | null }) {
  const { isAuthenticated, error: sessionError } = useSession();
  const { isReady, isProcessing, error, signIn } = useGoogleSignIn(told);
  const button = useRef<HTMLButtonElement>(null);
  const wasProcessing = useRef(false);
  useEffect(() => {
    // The button was away while Google's window was open: it comes back with the focus that it had.
    if (wasProcessing.current && !isProcessing) button.current?.focus();
    wasProcessing.current = isProcessing;
  }, [isProcessing]);
  const shown: SignInError | null = error ?? (sessionError ? { code: "auth_failed", message: sessionError } : null);

  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <h1 className={styles.headline}>Send Personalized Emails Effortlessly</h1>
        <p className={styles.lead}>
          Write an email once, with placeholders for the names. Sendwright fills them in from your list, shows you every
          email before you send, and sends each one from your own Gmail account.
        </p>
        {notice && <PlainNotice variant="success">{notice}</PlainNotice>}
        {shown?.code === "missing_gmail_scope" ? (
          <TickTheBox />
        ) : (
          shown &&
          !shown.isOwnWish && (
            <PlainErrorNotice title={headingOf(shown.code)} message={shown.message} requestId={shown.requestId} />
          )
        )}
        <div className={styles.actions}>
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
              className={`${buttons.main} ${buttons.large}`}
              disabled={!isReady}
              onClick={signIn}
              aria-describedby="sign-in-note"
            >
              Sign In & Link Google Account
              <ArrowRight size={18} aria-hidden />
            </button>
          )}
          <a
            className={`${buttons.quiet} ${buttons.large}`}
            href={extensionUrl(import.meta.env.VITE_EXTENSION_ID)}
            target="_blank"
            rel="noopener"
          >
            <Puzzle size={18} aria-hidden />
            Get Chrome Extension
          </a>
        </div>
        {/* The person who closed the window knows it: one quiet sentence replaces another, and nothing moves. */}
        <p id="sign-in-note" className="hint" role="status">
          {shown?.isOwnWish
            ? shown.message
            : "Sendwright can only send email. It can't read your inbox and never sees your password."}
        </p>
      </div>
      <HeroPicture />
    </section>
  );
}

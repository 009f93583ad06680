import { ArrowRight, Puzzle } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import buttons from "../../components/plain/buttons.module.css";
import { PlainErrorNotice, PlainNotice } from "../../components/plain/PlainNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { extensionUrl } from "../../lib/extensionUrl.ts";
import { useSession } from "../../lib/useSession.ts";
import styles from "./Hero.module.css";
import { HeroPicture } from "./HeroPicture.tsx";
import { headingOf, type SignInError } from "./signInErrors.ts";
import { TickTheBox } from "./TickTheBox.tsx";
import { useGoogleSignIn } from "./useGoogleSignIn.ts";

/** What Sendwright is, and the way in. `told` is the error that the address named, `notice` what another screen wants said. */
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
        <p id="sign-in-note" className={styles.note} role="status">
          {shown?.isOwnWish
            ? shown.message
            : "Sendwright can only send email. It can't read your inbox and never sees your password."}
        </p>
      </div>
      <HeroPicture />
    </section>
  );
}

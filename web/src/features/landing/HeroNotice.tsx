import { MousePointer2, SquareCheck } from "lucide-react";
import { PlainErrorNotice, PlainNotice } from "../../components/plain/PlainNotice.tsx";
import styles from "./Hero.module.css";
import type { SignInTrouble } from "./signIn.ts";
import { errorOf, headingOf } from "./signInErrors.ts";

/**
 * What to do when the Gmail box was left empty on Google's page: a picture of that box, selected.
 */
function TickTheBox() {
  return (
    <div className={styles.panel} role="alert">
      <p className={styles.title}>One box wasn't selected</p>
      <p>
        Google signed you in, but didn't give Sendwright permission to send email, so we haven't
        linked your account. Sign in again and select this box in Google's window before you click
        Continue:
      </p>
      <p className={styles.box}>
        <SquareCheck size={22} color="var(--accent)" aria-label="selected box" />
        <span>Send email on your behalf.</span>
        <MousePointer2 size={18} aria-hidden className={styles.pointer} />
      </p>
      <p className="size-13">
        This is the only Gmail permission Sendwright asks for. It doesn't let us read your email.
      </p>
    </div>
  );
}

/**
 * What another screen wants said, and why no one is signed in. It loads after the page, which
 * seldom needs it.
 */
export default function HeroNotice({
  notice,
  trouble,
}: {
  notice: string | null;
  trouble: SignInTrouble | null;
}) {
  const error = trouble && errorOf(trouble);
  return (
    <>
      {notice && <PlainNotice variant="success">{notice}</PlainNotice>}
      {error?.code === "missing_gmail_scope" ? (
        <TickTheBox />
      ) : (
        error && (
          <PlainErrorNotice
            title={headingOf(error.code)}
            message={error.message}
            requestId={error.requestId}
          />
        )
      )}
    </>
  );
}

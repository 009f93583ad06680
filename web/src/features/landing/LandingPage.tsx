import { Check, Eye, FileText, type LucideIcon, Paperclip, ShieldCheck, Table2, Users } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router-dom";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import { Hero } from "./Hero.tsx";
import styles from "./Landing.module.css";
import { errorFromAddress } from "./signIn.ts";

const PROMISES = [
  "Emails are sent from your own Gmail account and appear in your Sent folder.",
  "We can only send email. We can't read your inbox.",
  "We keep the lists you send to only as long as we need them, then delete them.",
  "You can disconnect Google or delete your account and all its data at any time.",
];

/** What we do with other people's data. */
function SecureSection() {
  return (
    <section className={styles.section} aria-labelledby="secure">
      <div className={styles.promises}>
        <div>
          <h2 id="secure" className={styles.heading}>
            Secure and Private
          </h2>
          <p className={styles.under}>
            For details, read the <Link to="/privacy">privacy policy</Link>.
          </p>
        </div>
        <ul>
          {PROMISES.map((promise) => (
            <li key={promise}>
              <Check size={18} aria-hidden />
              {promise}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const FEATURES: { name: string; text: string; Icon: LucideIcon }[] = [
  {
    name: "Template Management",
    text: "Save the emails you send often, with {{variable}} placeholders for what changes.",
    Icon: FileText,
  },
  {
    name: "CSV Personalization",
    text: "Upload a CSV whose column headers match your placeholders, and send one personalized email per row.",
    Icon: Table2,
  },
  {
    name: "Bulk & Manual Sending",
    text: "Send to a few people by hand, send everyone on a list the same email, or personalize a whole file.",
    Icon: Users,
  },
  {
    name: "Attachments Supported",
    text: "Attach files to a template or to a single send: up to 5 files, 5 MB in total.",
    Icon: Paperclip,
  },
  {
    name: "Live Preview",
    text: "See every email before you send it. We flag missing values first.",
    Icon: Eye,
  },
  {
    name: "Secure Google Sign-In",
    text: "You sign in with Google. Sendwright never sees your password, and can only send email.",
    Icon: ShieldCheck,
  },
];

/** The six things that Sendwright does. */
function FeatureBoxes() {
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features" className={styles.heading}>
        No duplicates. No one missed. No blanks.
      </h2>
      <ul className={styles.boxes}>
        {FEATURES.map(({ name, text, Icon }) => (
          <li key={name} className={styles.box}>
            <Icon size={24} strokeWidth={1.5} aria-hidden />
            <h3 className={styles.name}>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What another screen wants said here, e.g. that the account has been deleted. */
function noticeOf(state: unknown): string | null {
  const notice = typeof state === "object" && state !== null && "notice" in state ? state.notice : null;
  return typeof notice === "string" ? notice : null;
}

/**
 * The landing page. It sends a signed-in person to /app, unless their logout failed: then it shows that first. `demo`
 * is its live demo.
 */
export function LandingPage({ demo }: { demo: ReactNode }) {
  useTitle("");
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [told] = useState(() => errorFromAddress(search));
  const { isLoading, isAuthenticated } = useSession();

  useEffect(() => {
    if (search) void navigate({ search: "", hash }, { replace: true });
  }, [search, hash, navigate]);

  if (isAuthenticated && told?.code !== "logout_failed") return <Navigate to="/app" replace />;
  if (isLoading) return <Spinner page label="Initializing..." />;
  return (
    <>
      <VisitorBar home={isAuthenticated ? "/app" : "/"} />
      <main className={styles.main}>
        <Hero told={told} notice={noticeOf(state)} />
        <FeatureBoxes />
        {demo}
        <SecureSection />
      </main>
      <SiteFooter version="Version 3.0.0" />
    </>
  );
}

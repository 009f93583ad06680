import {
  Check,
  Eye,
  FileText,
  type LucideIcon,
  Paperclip,
  ShieldCheck,
  Table2,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import section from "../../components/plain/section.module.css";
import { OPERATOR } from "../../lib/operator.ts";
import styles from "./Landing.module.css";

const PROMISES = [
  "Emails are sent from your own Gmail account and appear in your Sent folder.",
  "We can only send email. We can't read your inbox.",
  "24 hours after a send ends, we delete the list of people you sent it to. Only your own list of people you don't email stays.",
  "You can disconnect Google or delete your account and all its data at any time.",
];

/** Our use of other people's data. */
function SecureSection() {
  return (
    <section className={section.section} aria-labelledby="secure">
      <div className={styles.promises}>
        <div>
          <h2 id="secure" className="size-28">
            Secure and Private
          </h2>
          <p className={section.under}>
            For details, read the <Link to="/privacy">privacy policy</Link>.
          </p>
          <p className={section.under}>
            {OPERATOR.name} runs this site (<a href={OPERATOR.imprint}>imprint</a>). Questions?
            Write to <a href={`mailto:${OPERATOR.contact}`}>{OPERATOR.contact}</a>.
          </p>
        </div>
        <ul className="bare stack">
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
    text: "Upload a CSV or Excel file whose column headers match your placeholders. Each row gets its own email.",
    Icon: Table2,
  },
  {
    name: "Bulk & Manual Sending",
    text: "Write to a few people by hand, send a whole list their own emails, or send everyone the same one.",
    Icon: Users,
  },
  {
    name: "Attachments Supported",
    text: "Attach files to a template or to a single send: up to 5 files, 5 MB in total.",
    Icon: Paperclip,
  },
  {
    name: "Live Preview",
    text: "See each email as it will arrive. Before you send, we check every row for missing names and wrong addresses.",
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
    <section className={section.section} aria-labelledby="features">
      <h2 id="features" className="size-28">
        No duplicates. No one missed. No blanks.
      </h2>
      <ul className={styles.boxes}>
        {FEATURES.map(({ name, text, Icon }) => (
          <li key={name} className={`stack gap-8 ${styles.box}`}>
            <Icon size={24} strokeWidth={1.5} aria-hidden />
            <h3 className="size-21">{name}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page below the first window; it loads after the first window. `demo` is the live demo. */
export default function Below({ demo }: { demo: ReactNode }) {
  return (
    <>
      <FeatureBoxes />
      {demo}
      <SecureSection />
    </>
  );
}

import { Eye, FileText, type LucideIcon, Paperclip, ShieldCheck, Table2, Users } from "lucide-react";
import styles from "./Landing.module.css";

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
export function FeatureBoxes() {
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

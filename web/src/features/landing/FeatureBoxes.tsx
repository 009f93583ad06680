import { Eye, FileText, type LucideIcon, Paperclip, ShieldCheck, Table2, Users } from "lucide-react";
import styles from "./Landing.module.css";

const FEATURES: { name: string; text: string; Icon: LucideIcon }[] = [
  {
    name: "Template Management",
    text: "Keep the mails you write again and again, with {{variable}} placeholders where the names go.",
    Icon: FileText,
  },
  {
    name: "CSV Personalization",
    text: "Upload a CSV whose column headers match your variable names: one personal mail for every row.",
    Icon: Table2,
  },
  {
    name: "Bulk & Manual Sending",
    text: "Send to a few people by hand, to a list that all get the same message, or to a whole file.",
    Icon: Users,
  },
  {
    name: "Attachments Supported",
    text: "Files travel with the template or with one send, up to 5 files and 5 MB together.",
    Icon: Paperclip,
  },
  {
    name: "Live Preview",
    text: "See each mail as it will arrive before it leaves. A missing value is shown, never sent.",
    Icon: Eye,
  },
  {
    name: "Secure Google Sign-In",
    text: "You sign in with Google. Sendwright never sees your password and may only send mail.",
    Icon: ShieldCheck,
  },
];

/** The six things that Sendwright does. */
export function FeatureBoxes() {
  return (
    <section className={styles.section} aria-labelledby="features">
      <h2 id="features" className={styles.heading}>
        Nobody twice, nobody left out, no hole in the mail
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

import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import styles from "./Privacy.module.css";
import { PrivacyText } from "./PrivacyText.tsx";

/** The privacy policy. */
export default function PrivacyPage() {
  useTitle("Privacy Policy");
  const { isAuthenticated } = useSession();
  return (
    <>
      <VisitorBar home={isAuthenticated ? "/app" : "/"} />
      <main className={styles.main}>
        <Link to="/" className={styles.back}>
          <ArrowLeft size={16} aria-hidden /> Back to Home
        </Link>
        <h1 className={styles.title}>Privacy Policy</h1>
        <p className={styles.date}>Last updated: April 01, 2025</p>
        <PrivacyText />
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

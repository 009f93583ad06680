import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import page from "../../components/plain/textPage.module.css";
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
      <main className={`${page.main} ${styles.text}`}>
        <Link to="/" className={page.back}>
          <ArrowLeft size={16} aria-hidden /> Back to Home
        </Link>
        <h1 className={page.title}>Privacy Policy</h1>
        <p className={styles.date}>Last updated: April 01, 2025</p>
        <PrivacyText />
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import page from "../../components/plain/textPage.module.css";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import styles from "./Privacy.module.css";
import { PrivacyText } from "./PrivacyText.tsx";
import { TermsText } from "./TermsText.tsx";

const PAGES = {
  privacy: { title: "Privacy Policy", date: "April 01, 2025", Text: PrivacyText },
  terms: { title: "Terms of Use", date: "November 26, 2026", Text: TermsText },
};

/** The privacy policy, or the terms of use. */
export default function TextPage({ page: name }: { page: keyof typeof PAGES }) {
  const { title, date, Text } = PAGES[name];
  useTitle(title);
  const { isAuthenticated } = useSession();
  return (
    <>
      <VisitorBar home={isAuthenticated ? "/app" : "/"} />
      <main className={`${page.main} ${styles.text}`}>
        <Link to="/" className={page.back}>
          <ArrowLeft size={16} aria-hidden /> Back to Home
        </Link>
        <h1 className={page.title}>{title}</h1>
        <p className={styles.date}>Last updated: {date}</p>
        <Text />
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

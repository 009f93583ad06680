import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import page from "../../components/plain/textPage.module.css";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import styles from "./Privacy.module.css";

/** A page of fixed text, with its date. */
export function TextPage({ title, date, children }: { title: string; date: string; children: ReactNode }) {
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
        {children}
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

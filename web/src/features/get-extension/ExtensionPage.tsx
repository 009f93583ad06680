import { ArrowLeft, Download } from "lucide-react";
import { Link } from "react-router-dom";
import buttons from "../../components/plain/buttons.module.css";
import { PlainNotice } from "../../components/plain/PlainNotice.tsx";
import page from "../../components/plain/textPage.module.css";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { useExtension } from "../../lib/useExtension.ts";
import { useSession } from "../../lib/useSession.ts";
import { useTitle } from "../../lib/useTitle.ts";
import styles from "./Extension.module.css";

/** How to get the extension until the web store has it. */
export default function ExtensionPage() {
  useTitle("The browser extension");
  const { isAuthenticated } = useSession();
  const isInstalled = useExtension(import.meta.env.VITE_EXTENSION_ID);
  const home = isAuthenticated ? "/app" : "/";
  return (
    <>
      <VisitorBar home={home} />
      <main className={`${page.main} ${styles.text}`}>
        <Link to={home} className={page.back}>
          <ArrowLeft size={16} aria-hidden /> {isAuthenticated ? "Back to your templates" : "Back to Home"}
        </Link>
        <h1 className={page.title}>The Sendwright extension</h1>
        <p className={styles.lead}>
          Use your templates on any page: send one to the people you find there, or insert one into the field you're
          writing in.
        </p>
        {isInstalled && (
          <PlainNotice variant="success">
            The extension is installed in this browser. Click the puzzle icon to find it.
          </PlainNotice>
        )}
        <section className={styles.phone}>
          <h2>Open this page on a computer</h2>
          <p>
            The extension works in Chrome on a computer, not on a phone or tablet. There, go to{" "}
            <strong>{`${window.location.host}/extension`}</strong>. Everything else in Sendwright works here.
          </p>
        </section>
        <section className={styles.computer}>
          <InstallSteps />
        </section>
        <h2>What it can access</h2>
        <p>
          It has no permanent access to the sites you visit, not even to Gmail. It reads or writes a page only when you
          click its button or one of its menu items there. Your session stays in the browser's memory and is never
          written to disk.
        </p>
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

/** How to install it from a folder. */
function InstallSteps() {
  const zip = import.meta.env.VITE_EXTENSION_ZIP;
  return (
    <>
      <h2>Install it</h2>
      <p>The extension isn't in the Chrome Web Store yet. Until then, install it from a folder in three steps:</p>
      <ol>
        <li>
          <strong>Download and unzip it</strong> into a folder you'll keep. Chrome loads it from there every time it
          starts.
          {zip ? (
            <a href={zip} download className={`${buttons.main} ${styles.download}`}>
              <Download size={18} aria-hidden />
              Download the extension
            </a>
          ) : (
            " This site doesn't offer the download."
          )}
        </li>
        <li>
          <strong>Turn on Developer mode:</strong> open <code>chrome://extensions</code> in a new tab (pages can't link
          to it) and use the switch at the top right.
        </li>
        <li>
          Click <strong>Load unpacked</strong> and choose the folder that contains <code>manifest.json</code>.
        </li>
      </ol>
      <p>
        Then click the puzzle icon next to the address bar, pin Sendwright, come back here, and sign in. The extension
        gets your sign-in from this page.
      </p>
    </>
  );
}

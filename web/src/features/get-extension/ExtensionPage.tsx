import { ArrowLeft, Download } from "lucide-react";
import { Link } from "react-router-dom";
import buttons from "../../components/plain/buttons.module.css";
import { PlainNotice } from "../../components/plain/PlainNotice.tsx";
import page from "../../components/plain/textPage.module.css";
import { SiteFooter } from "../../components/SiteFooter.tsx";
import { VisitorBar } from "../../components/VisitorBar.tsx";
import { EXTENSION_ZIP } from "../../lib/extensionZip.ts";
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
          Your templates beside any page you look at: send one to the people you find there, or insert one into the
          field you are writing in.
        </p>
        {isInstalled && (
          <PlainNotice variant="success">
            The extension is installed in this browser. Its button is behind the puzzle icon.
          </PlainNotice>
        )}
        <h2>Install it</h2>
        <p>It is not in the Chrome Web Store yet. Until it is, Chrome loads it from a folder, in three steps:</p>
        <ol>
          <li>
            <strong>Download and unpack it</strong> into a folder that you keep: Chrome reads it from there at every
            start.
            <a href={EXTENSION_ZIP} download className={`${buttons.main} ${styles.download}`}>
              <Download size={18} aria-hidden />
              Download the extension
            </a>
          </li>
          <li>
            <strong>Switch on Developer mode:</strong> open <code>chrome://extensions</code> in a new tab (Chrome lets
            no page link to it). The switch is at the top right.
          </li>
          <li>
            <strong>Load the folder:</strong> press <strong>Load unpacked</strong> and choose the folder that holds{" "}
            <code>manifest.json</code>.
          </li>
        </ol>
        <p>
          Then pin Sendwright behind the puzzle icon beside the address bar, come back here and sign in. The extension
          learns from this page who you are.
        </p>
        <h2>What it may do</h2>
        <p>
          It asks for no access to the sites you visit, and to Gmail least of all. It reads or writes a page only in the
          moment in which you click one of its menu entries or its button there. Your session stays in the browser's
          memory and is never written to disk.
        </p>
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

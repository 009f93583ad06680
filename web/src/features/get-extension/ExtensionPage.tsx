import { ArrowLeft, Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { buttonLook } from "../../components/Button.tsx";
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
          <ArrowLeft size={16} aria-hidden />{" "}
          {isAuthenticated ? "Back to your templates" : "Back to Home"}
        </Link>
        <h1 className={page.title}>The Sendwright extension</h1>
        <p className={styles.lead}>
          Use your templates on any page: send one to the people on it, or insert one into the field
          you're writing in.
        </p>
        {isInstalled && (
          <PlainNotice variant="success">
            The extension is installed in this browser. Click the puzzle icon to find it.
          </PlainNotice>
        )}
        <section className={styles.phone}>
          <h2>Open this page on a computer</h2>
          <p>
            The extension works in Chrome on a computer, not on a phone or tablet. On your computer,
            go to <strong>{`${window.location.host}/extension`}</strong>. Everything else in
            Sendwright works here.
          </p>
        </section>
        <section className={styles.computer}>
          <InstallSteps />
        </section>
        <h2>What it can access</h2>
        <p>
          It has no permanent access to the sites you visit, not even to Gmail. It reads or writes a
          page only when you click its button or one of its menu items there. Your session stays in
          the browser's memory and is never written to disk.
        </p>
        <p>
          What you write in the extension stays in memory, too: until you send it, log out, someone
          else signs in, or the browser closes. If your session ends without a logout, your email is
          there when you sign in again. Only the values of sticky placeholders and the order of your
          templates are on disk.
        </p>
        <p>
          “Collect addresses” is for people who can expect an email from you. It isn't for finding
          strangers.
        </p>
      </main>
      <SiteFooter version="v3.0" />
    </>
  );
}

/** How to install it from a folder. */
function InstallSteps() {
  const { VITE_EXTENSION_ZIP: zip, VITE_EXTENSION_SHA256: sum } = import.meta.env;
  return (
    <>
      <h2>Install it</h2>
      <p>
        The extension isn't in the Chrome Web Store yet. Until then, install it from a folder in
        three steps:
      </p>
      <ol>
        <li>
          <strong>Download and unzip it</strong> into a folder you'll keep. Chrome loads it from
          there every time it starts.
          {zip ? (
            <a
              {...buttonLook({ variant: "contained", className: styles.download })}
              href={zip}
              download
            >
              <Download size={18} aria-hidden />
              Download the extension
            </a>
          ) : (
            " This site doesn't offer the download."
          )}
          {zip && sum && (
            <p className={styles.sum}>
              Checksum of the file (SHA-256): <code>{sum}</code>
            </p>
          )}
          <UnzipPicture />
        </li>
        <li>
          <strong>Turn on Developer mode:</strong> open <code>chrome://extensions</code> in a new
          tab (pages can't link to it) and use the switch at the top right.
          <DeveloperModePicture />
        </li>
        <li>
          Click <strong>Load unpacked</strong> and choose the folder that contains{" "}
          <code>manifest.json</code>.
          <LoadPicture />
        </li>
      </ol>
      <p>
        Then click the puzzle icon next to the address bar and pin Sendwright. Sign in on the
        Sendwright website, and the extension uses the same account.
      </p>
    </>
  );
}

/** A drawing of a step, in the theme's colors. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className={styles.picture} viewBox="0 0 360 120" role="img" aria-label={label}>
      {children}
    </svg>
  );
}

function UnzipPicture() {
  return (
    <Picture label="A file named sendwright-extension.zip becomes a folder named sendwright-extension.">
      <path className={styles.box} d="M64 18h32l14 14v46H64z" />
      <path className={styles.line} d="M96 18v14h14M78 20v6M84 26v6M78 32v6M84 38v6M78 44v6" />
      <rect className={styles.line} x="76" y="54" width="10" height="14" rx="3" />
      <path className={styles.arrow} d="M150 50h52m-9-8 9 8-9 8" />
      <path className={styles.chosen} d="M238 28h22l7 8h45v42h-74z" />
      <text x="87" y="104" textAnchor="middle">
        sendwright-extension.zip
      </text>
      <text x="275" y="104" textAnchor="middle">
        sendwright-extension
      </text>
    </Picture>
  );
}

/** The top of Chrome's page of extensions. */
function ChromeExtensions({ children }: { children: ReactNode }) {
  return (
    <>
      <rect className={styles.box} x="8" y="8" width="344" height="104" rx="8" />
      <path className={styles.line} d="M8 40h344" />
      <path className={styles.line} d="m26 18-6 6 6 6m14-12 6 6-6 6" />
      <rect className={styles.field} x="60" y="14" width="280" height="20" rx="10" />
      <text x="74" y="28">
        chrome://extensions
      </text>
      {children}
    </>
  );
}

function DeveloperModePicture() {
  return (
    <Picture label="On the page chrome://extensions, the switch “Developer mode” at the top right is on.">
      <ChromeExtensions>
        <text className={styles.strong} x="24" y="72">
          Extensions
        </text>
        <rect className={styles.ring} x="176" y="52" width="168" height="32" rx="8" />
        <text x="300" y="72" textAnchor="end">
          Developer mode
        </text>
        <rect className={styles.switch} x="308" y="60" width="28" height="16" rx="8" />
        <circle className={styles.knob} cx="328" cy="68" r="5" />
      </ChromeExtensions>
    </Picture>
  );
}

const BUTTONS = [
  { name: "Load unpacked", x: 22, width: 114 },
  { name: "Pack extension", x: 152, width: 114 },
  { name: "Update", x: 276, width: 64 },
];

function LoadPicture() {
  return (
    <Picture label="Below it are three buttons. The first is “Load unpacked”.">
      <ChromeExtensions>
        <rect className={styles.ring} x="16" y="54" width="126" height="44" rx="20" />
        {BUTTONS.map(({ name, x, width }) => (
          <g key={name}>
            <rect className={styles.field} x={x} y="60" width={width} height="32" rx="16" />
            <text className={styles.small} x={x + width / 2} y="80" textAnchor="middle">
              {name}
            </text>
          </g>
        ))}
      </ChromeExtensions>
    </Picture>
  );
}

import { clippedMessage, htmlBytes } from "@sendwright/core/body/clipped";
import { formatBytes } from "@sendwright/core/files/fit";
import { Paperclip } from "lucide-react";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import type { PictureSources } from "../lib/showPictures.ts";
import { breakable } from "./breakable.tsx";
import facts from "./facts.module.css";
import { MailFrame } from "./MailFrame.tsx";
import styles from "./MailPreview.module.css";
import { hasRemoteImages } from "./mailPaper.ts";
import { Segmented } from "./Segmented.tsx";

export interface MailPreviewProps {
  from: string;
  to: string;
  /** Who gets a copy, and where replies go; nothing is shown if blank. */
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  subject: string;
  /** As the server rendered it, values marked with `data-variable`. */
  html: string;
  /** The plain-text part; without it there is no choice of view. */
  text?: string;
  /** The bytes of its pictures; without them it shows boxes. */
  pictures?: PictureSources;
  /**
   * Sizes in Bytes; null if unknown. `onDownload` saves one; we never open what others wrote.
   */
  attachments?: readonly { name: string; size: number | null; onDownload?: () => void }[];
  /** Above the email: its person or row. */
  caption?: ReactNode;
  /** Below the email: its actions. */
  actions?: ReactNode;
}

const NO_PICTURES = {};
const VIEWS = [
  { value: "html", word: "HTML" },
  { value: "text", word: "Plain text" },
] as const;
const WIDTHS = [
  { value: "desktop", word: "Desktop" },
  { value: "phone", word: "Phone" },
] as const;

/**
 * The email as it will arrive: headers, files and body, on its own white paper. How it is shown is
 * chosen below it.
 */
export function MailPreview(props: MailPreviewProps) {
  const {
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    html,
    text,
    attachments = [],
    pictures = NO_PICTURES,
    caption,
    actions,
  } = props;
  const [view, setView] = useState<"html" | "text">("html");
  const [width, setWidth] = useState<"desktop" | "phone">("desktop");
  const [marks, setMarks] = useState(true);
  const [images, setImages] = useState(false);
  const clipped = useMemo(() => clippedMessage(htmlBytes(html)), [html]);
  const asText = view === "text" && text !== undefined;

  return (
    <section className={styles.preview} aria-label="Preview">
      {caption && <div className={styles.caption}>{caption}</div>}
      <dl className={`${facts.facts} ${styles.headers}`}>
        <dt>From</dt>
        <dd>{breakable(from)}</dd>
        <dt>To</dt>
        <dd>{breakable(to)}</dd>
        {Object.entries({ Cc: cc, Bcc: bcc, "Reply-To": replyTo }).map(
          ([name, text]) =>
            text && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{breakable(text)}</dd>
              </Fragment>
            ),
        )}
        <dt>Subject</dt>
        <dd className={facts.subject}>{subject || <em>No subject</em>}</dd>
        {attachments.length > 0 && (
          <>
            <dt>Attachments</dt>
            <dd className={styles.files}>
              {attachments.map(({ name, size, onDownload }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and the list is only shown.
                <span key={`${index}-${name}`} className={styles.file}>
                  <Paperclip size={13} aria-hidden />{" "}
                  {onDownload ? (
                    <button
                      type="button"
                      className={styles.load}
                      aria-label={`Download ${name}`}
                      onClick={onDownload}
                    >
                      {name}
                    </button>
                  ) : (
                    name
                  )}{" "}
                  {size !== null && <small className="hint">{formatBytes(size)}</small>}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {clipped !== null && <p className={styles.blocked}>{clipped}</p>}
      {!asText && !images && hasRemoteImages(html) && (
        <p className={styles.blocked}>
          Images from other sites aren't loaded.
          <button type="button" className={styles.load} onClick={() => setImages(true)}>
            Load them
          </button>
        </p>
      )}
      <div className={styles.paper} data-width={asText ? "desktop" : width}>
        {asText ? (
          <pre className={styles.text}>{text}</pre>
        ) : (
          <MailFrame
            title="Email body"
            html={html}
            images={images}
            marks={marks}
            pictures={pictures}
            className={styles.frame}
          />
        )}
      </div>
      <div className={styles.controls}>
        {text !== undefined && (
          <Segmented label="View" value={view} options={VIEWS} onChange={setView} />
        )}
        {!asText && (
          <div className={styles.widths}>
            <Segmented label="Width" value={width} options={WIDTHS} onChange={setWidth} />
          </div>
        )}
        {!asText && html.includes("data-variable") && (
          <label className={styles.marks}>
            <input
              type="checkbox"
              checked={marks}
              onChange={(event) => setMarks(event.target.checked)}
            />
            Underline values
          </label>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </section>
  );
}

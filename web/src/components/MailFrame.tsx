import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PictureSources } from "../lib/showPictures.ts";
import { fillPaper, forbidPictures, MAIL_PAPER } from "./mailPaper.ts";

interface Props {
  /** An email's HTML. */
  html: string;
  /** Whether pictures from elsewhere may be loaded. */
  images: boolean;
  /** Whether values that came from a placeholder are underlined in its color. */
  marks: boolean;
  title: string;
  pictures: PictureSources;
  className?: string | undefined;
}

const LOWEST = 120;

/**
 * An email's HTML in a frame without scripts, on a paper with its own policy. The page may reach
 * into it (`allow-same-origin`) to write the email and measure its height: the frame is as tall as
 * the email, and the page scrolls.
 */
export function MailFrame({ html, images, marks, title, pictures, className }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [paper, setPaper] = useState<Document | null>(null);
  const [height, setHeight] = useState(LOWEST);

  const begin = () => {
    const loaded = frame.current?.contentDocument ?? null;
    if (loaded && !images) forbidPictures(loaded);
    setPaper(loaded);
  };
  useLayoutEffect(() => {
    if (paper) fillPaper(paper, html, marks, pictures);
  }, [paper, html, marks, pictures]);
  useEffect(() => {
    if (!paper) return;
    const { body } = paper;
    const measure = () =>
      setHeight(Math.max(LOWEST, Math.ceil(body.getBoundingClientRect().height)));
    const watching = new ResizeObserver(measure);
    watching.observe(body);
    measure();
    return () => watching.disconnect();
  }, [paper]);

  return (
    <iframe
      // A paper that has forbidden pictures keeps to it: with them it is another one.
      key={String(images)}
      ref={frame}
      title={title}
      className={className}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      src={MAIL_PAPER}
      onLoad={begin}
      style={{ height, colorScheme: "light" }}
    />
  );
}

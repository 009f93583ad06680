import { useCallback, useEffect, useRef, useState } from "react";

interface Props {
  /** A whole document; see `mailDocument`. */
  source: string;
  title: string;
  className?: string | undefined;
}

const LOWEST = 120;

/**
 * A mail's HTML in a frame where no script runs. The page may look into it (`allow-same-origin`) only to learn its height,
 * so that the mail is as high as it is and the page scrolls, not the frame.
 */
export function MailFrame({ source, title, className }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const watching = useRef<ResizeObserver>(null);
  const [height, setHeight] = useState(LOWEST);

  const watch = useCallback(() => {
    const body = frame.current?.contentDocument?.body;
    watching.current?.disconnect();
    if (!body) return;
    const measure = () => setHeight(Math.max(LOWEST, Math.ceil(body.getBoundingClientRect().height)));
    watching.current = new ResizeObserver(measure);
    watching.current.observe(body);
    measure();
  }, []);
  useEffect(() => () => watching.current?.disconnect(), []);

  return (
    <iframe
      ref={frame}
      title={title}
      className={className}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={source}
      onLoad={watch}
      style={{ height, colorScheme: "light" }}
    />
  );
}

import { type ReactNode, useEffect, useRef } from "react";

/**
 * The answer to a click: it scrolls into view when it appears. A new `key` makes it appear again.
 */
export function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return <div ref={place}>{children}</div>;
}

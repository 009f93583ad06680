import { useEffect, useRef } from "react";

/**
 * Takes how often something was asked for, and whether it is there; gives where to put it: each time that it was asked for it comes
 * into view and gets the focus, as soon as it is there. What comes without being asked for moves nothing.
 */
export function useBringIntoView(asked: number, isThere: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const answered = useRef(asked);
  useEffect(() => {
    if (!isThere || asked === answered.current) return;
    answered.current = asked;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [asked, isThere]);
  return place;
}

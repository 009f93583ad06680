import { useEffect, useState } from "react";

/**
 * The present in milliseconds, read again after each midnight: what a page left open says about
 * days must stay true.
 */
export function useDay(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const day = new Date(now);
    const midnight = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
    // A computer that slept runs the timer late, but tells us when the page is looked at again.
    const look = () => Date.now() >= midnight && setNow(Date.now());
    const timer = setTimeout(look, midnight - Date.now());
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [now]);
  return now;
}

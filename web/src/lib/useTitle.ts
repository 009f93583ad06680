import { useEffect } from "react";

/** Takes a screen's name; puts it into the window's title. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title = name === "" ? "Sendwright: personalized emails from your own Gmail" : `${name} · Sendwright`;
  }, [name]);
}

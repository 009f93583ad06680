import { useEffect } from "react";

/** Puts a screen's name into the window's title. */
export function useTitle(name: string): void {
  useEffect(() => {
    document.title =
      name === "" ? "Sendwright: personalized emails from your own Gmail" : `${name} · Sendwright`;
  }, [name]);
}

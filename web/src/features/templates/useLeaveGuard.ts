import { useEffect } from "react";

/** Lets the browser ask before the page is closed or reloaded, while there is something that would be lost. */
export function useLeaveGuard(hasUnsaved: boolean): void {
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasUnsaved]);
}

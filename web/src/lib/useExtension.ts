import { EXTENSION_HELLO } from "@sendwright/core/contract";
import { useEffect, useState } from "react";
import { askExtension } from "./askExtension.ts";

/** Whether the extension with that id answers. */
async function isInstalled(id: string | undefined): Promise<boolean> {
  const answer = await askExtension(id, EXTENSION_HELLO);
  return typeof answer === "object" && answer !== null && "version" in answer;
}

/**
 * Whether the extension, as configured, is installed in this browser. Looks again when the page is
 * returned to.
 */
export function useExtension(id: string | undefined): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isOver = false;
    const look = () => void isInstalled(id).then((yes) => isOver || setThere(yes));
    look();
    window.addEventListener("focus", look);
    return () => {
      isOver = true;
      window.removeEventListener("focus", look);
    };
  }, [id]);
  return isThere;
}

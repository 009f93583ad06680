import { type RefObject, useEffect } from "react";

/** Tells assistive technology, in these attributes, what the editor's text is. */
export function useTextbox(host: RefObject<HTMLElement | null>, attributes: Record<string, string | undefined>): void {
  useEffect(() => {
    const text = host.current?.querySelector(".ql-editor");
    for (const [name, value] of Object.entries({ role: "textbox", "aria-multiline": "true", ...attributes })) {
      if (value === undefined) text?.removeAttribute(name);
      else text?.setAttribute(name, value);
    }
  });
}

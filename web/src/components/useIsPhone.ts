import useMediaQuery from "@mui/material/useMediaQuery";

/** A phone that was turned: as wide as a small desk, and too low for its layout. */
const TURNED = "(width < 1000px) and (height < 480px)";

/** A phone, upright or turned. `phone.css` and other styles have the same sizes. */
export const PHONE = `(width < 600px), ${TURNED}`;

/**
 * Whether the window is a phone's. Turning the phone doesn't change it, so everything on the screen
 * keeps its state.
 */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE, { noSsr: true });
}

/** Whether the window is a turned phone's: another row of buttons would leave no room for the text. */
export function useIsTurned(): boolean {
  return useMediaQuery(TURNED, { noSsr: true });
}

/** Whether the template editor fills the window. `TemplateEditor.module.css` has the same sizes. */
export function useIsEditorFull(): boolean {
  return useMediaQuery(`(width < 700px), ${TURNED}`, { noSsr: true });
}

import useMediaQuery from "@mui/material/useMediaQuery";

/**
 * Whether the window is too narrow for the email beside the form. `DataTable.module.css` has the
 * same width.
 */
export function useIsNarrow(): boolean {
  return useMediaQuery("(width < 1200px)", { noSsr: true });
}

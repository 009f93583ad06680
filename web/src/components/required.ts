/** What a TextField needs to say that it must be filled: a mark that is seen, and words for assistive technology. */
export const REQUIRED = {
  inputLabel: { "data-required": "" },
  htmlInput: { "aria-required": true },
} as const;

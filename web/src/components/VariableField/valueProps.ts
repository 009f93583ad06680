import type { ReactNode } from "react";

/** What all the kinds of field get. */
export interface ValueProps {
  id: string;
  label: ReactNode;
  value: string;
  error: boolean;
  helperText: ReactNode;
  disabled: boolean;
  onLeave: () => void;
}

import type { ReactNode } from "react";

/** What all the kinds of field get. */
export interface ValueProps {
  id: string;
  label: ReactNode;
  value: string;
  error: boolean;
  helperText: ReactNode;
  /** The ids of elements elsewhere that describe the field. */
  describedBy?: string;
  disabled: boolean;
  onLeave: () => void;
}

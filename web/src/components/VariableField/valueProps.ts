import type { ReactNode } from "react";

/** What all the kinds of field get. */
export interface ValueProps {
  id: string;
  label: ReactNode;
  value: string;
  error: boolean;
  helperText: ReactNode;
  /** Of what says more of the field, where it stands elsewhere. */
  describedBy?: string;
  disabled: boolean;
  onLeave: () => void;
}

import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { OPERATOR } from "../lib/operator.ts";

const ICONS = {
  success: { Icon: CircleCheck, color: "var(--sent)" },
  danger: { Icon: CircleX, color: "var(--failed)" },
  warning: { Icon: TriangleAlert, color: "var(--warning)" },
  info: { Icon: Info, color: "var(--accent)" },
} as const;

export type Variant = keyof typeof ICONS;

/** The icon of a variant, so that color isn't the only sign. */
export function VariantIcon({ variant }: { variant: Variant }) {
  const { Icon, color } = ICONS[variant];
  return <Icon size={18} color={color} aria-hidden style={{ flex: "none" }} />;
}

export interface NoticeProps {
  variant?: Variant;
  title?: string | undefined;
  children: ReactNode;
  /** All buttons and links that answer or close it, the most useful first. */
  action?: ReactNode;
  /** Whether something else announces it, such as a toast: then it is shown here, but silent. */
  isAnnounced?: boolean;
}

export interface ErrorNoticeProps {
  /** The words to show. */
  message: string;
  /** A frequent cause. */
  note?: string | undefined;
  title?: string | undefined;
  /** Id of the request that failed, for a person to report. */
  requestId?: string | undefined;
  action?: ReactNode;
  /** As in `NoticeProps`. */
  isAnnounced?: boolean;
}

/** Danger and warning are announced at once, the others when there is time. */
export function noticeRole(variant: Variant): "alert" | "status" {
  return variant === "danger" || variant === "warning" ? "alert" : "status";
}

/** The details to quote in a report of an error. */
export function ReportId({ id }: { id: string }) {
  return (
    <small style={{ display: "block" }}>
      To report this, write to{" "}
      <a href={`mailto:${OPERATOR.contact}?subject=${encodeURIComponent(id)}`}>
        {OPERATOR.contact}
      </a>
      ; please include <code>{id}</code>.
    </small>
  );
}

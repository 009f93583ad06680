import { CircleCheck, CircleX, Info, TriangleAlert } from "lucide-react";

const ICONS = {
  success: { Icon: CircleCheck, colour: "var(--sent)" },
  danger: { Icon: CircleX, colour: "var(--failed)" },
  warning: { Icon: TriangleAlert, colour: "var(--warning)" },
  info: { Icon: Info, colour: "var(--accent)" },
} as const;

export type Variant = keyof typeof ICONS;

/** The icon of a variant, so that color isn't the only sign. */
export function VariantIcon({ variant, size = 18 }: { variant: Variant; size?: number }) {
  const { Icon, colour } = ICONS[variant];
  return <Icon size={size} color={colour} aria-hidden style={{ flex: "none" }} />;
}

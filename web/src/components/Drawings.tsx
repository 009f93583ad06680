import type { ReactNode } from "react";

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      width="120"
      height="96"
      viewBox="0 0 120 96"
      fill="none"
      stroke="var(--ink-soft)"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** A sheet with a gap in a line, and a pen: nothing written yet. */
export function BlankLetter() {
  return (
    <Drawing>
      <path d="M26 14h52v68H26z" fill="var(--sheet)" />
      <path d="M36 28h20M36 40h8M64 40h5M36 52h32M36 64h22" />
      <rect
        x="47"
        y="34.5"
        width="14"
        height="11"
        rx="3"
        stroke="var(--accent)"
        fill="var(--text-tint)"
      />
      <path d="M100 20 76 58l-4 12 10-8 24-38z" fill="var(--sheet)" />
      <path d="m72 70 6-7M95 28l6 4" />
    </Drawing>
  );
}

/** A returned letter: the address doesn't exist. */
export function ReturnedLetter() {
  return (
    <Drawing>
      <path d="M16 24h72v48H16z" fill="var(--sheet)" />
      <path d="m16 27 36 25 36-25" />
      <path d="M104 34v22a10 10 0 0 1-10 10h-2m5-6-6 6 6 6" stroke="var(--stamp)" />
      <path d="M26 62h14" />
    </Drawing>
  );
}

/** An envelope on its way: nothing has gone out yet. */
export function FlyingLetter() {
  return (
    <Drawing>
      <path d="M44 30h60v40H44z" fill="var(--sheet)" />
      <path d="m44 33 30 21 30-21" />
      <path d="M14 38h20M22 50h12M10 62h24" stroke="var(--accent)" />
    </Drawing>
  );
}

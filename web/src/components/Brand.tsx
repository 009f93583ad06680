/** The logo: an envelope whose flap is a pen nib. Takes the text color, and is clear at 16 px. */
function Mark() {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect
        x="2.25"
        y="6.25"
        width="27.5"
        height="20.5"
        rx="3.25"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <path d="M3.5 7.5h25L17.2 20.6a1.6 1.6 0 0 1-2.4 0Z" fill="currentColor" />
      <path
        d="M16 19.5V12"
        stroke="var(--mark-slit, var(--paper))"
        strokeWidth="1.75"
        strokeLinecap="round"
      />
      <circle cx="16" cy="11.5" r="1.9" fill="var(--mark-slit, var(--paper))" />
    </svg>
  );
}

/** Mark and name together. */
export function Brand() {
  return (
    <span style={{ display: "inline-flex", alignItems: "center", gap: 10 }}>
      <Mark />
      <span
        data-name
        style={{ font: "560 1.3125rem/1 var(--font-heading)", letterSpacing: "-0.015em" }}
      >
        Sendwright
      </span>
    </span>
  );
}

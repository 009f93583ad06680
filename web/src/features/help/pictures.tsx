import type { ReactNode } from "react";
import styles from "./Help.module.css";

/** A small drawing of a piece of the screen, 320 by 132, in the theme's colors. */
function Picture({ shows, children }: { shows: string; children: ReactNode }) {
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 320 132"
      role="img"
      aria-label={shows}
      fontSize="11"
      fill="var(--ink)"
    >
      <rect
        x="0.5"
        y="0.5"
        width="319"
        height="131"
        rx="9.5"
        fill="var(--paper)"
        stroke="var(--line)"
      />
      {children}
    </svg>
  );
}

function Bar({
  x,
  y,
  width,
  tint = "var(--line)",
}: {
  x: number;
  y: number;
  width: number;
  tint?: string;
}) {
  return <rect x={x} y={y} width={width} height="7" rx="3.5" fill={tint} />;
}

function Chip({
  x,
  y,
  width,
  word,
  kind,
}: {
  x: number;
  y: number;
  width: number;
  word: string;
  kind: string;
}) {
  return (
    <>
      <rect x={x} y={y} width={width} height="17" rx="5" fill={`var(--${kind}-tint)`} />
      <text
        x={x + width / 2}
        y={y + 12}
        textAnchor="middle"
        fill={`var(--${kind})`}
        fontSize="10"
        fontWeight="600"
      >
        {word}
      </text>
    </>
  );
}

/** Google's page, with the box that must be ticked. */
export function ConsentPicture() {
  return (
    <Picture shows="Google's window: the box “Send email on your behalf” is selected, above Cancel and Continue">
      <rect
        x="60"
        y="14"
        width="200"
        height="104"
        rx="8"
        fill="var(--sheet)"
        stroke="var(--line)"
      />
      <Bar x={76} y={28} width={90} tint="var(--ink-soft)" />
      <rect x="76" y="52" width="14" height="14" rx="3" fill="var(--accent)" />
      <path d="m79.5 59 2.5 2.5 4.5-5" stroke="var(--on-accent)" strokeWidth="1.8" fill="none" />
      <text x="98" y="63">
        Send email on your behalf
      </text>
      <text x="146" y="104" fill="var(--ink-soft)">
        Cancel
      </text>
      <rect x="190" y="89" width="56" height="22" rx="11" fill="var(--accent)" />
      <text x="218" y="104" textAnchor="middle" fill="var(--on-accent)">
        Continue
      </text>
    </Picture>
  );
}

/** The editor: placeholder buttons above, a line with two placeholders below. */
export function EditorPicture() {
  return (
    <Picture shows="The editor: placeholder buttons above a greeting that contains a placeholder">
      <Chip x={16} y={14} width={42} word="Text" kind="text" />
      <Chip x={64} y={14} width={46} word="Sticky" kind="sticky" />
      <Chip x={116} y={14} width={64} word="Dropdown" kind="dropdown" />
      <Chip x={186} y={14} width={40} word="Date" kind="datetime" />
      <Chip x={232} y={14} width={42} word="Email" kind="email" />
      <rect x="16" y="42" width="288" height="76" rx="6" fill="var(--sheet)" stroke="var(--line)" />
      <text x="28" y="63">
        Dear
      </text>
      <Chip x={56} y={51} width={68} word="First Name" kind="text" />
      <text x="127" y="63">
        ,
      </text>
      <Bar x={28} y={76} width={170} />
      <Chip x={204} y={71} width={50} word="Due" kind="datetime" />
      <Bar x={28} y={97} width={120} />
    </Picture>
  );
}

/** Steps on the left, the email on the right. */
export function StepsPicture() {
  const steps = ["Choose a template", "Add people", "Preview", "Send"];
  return (
    <Picture shows="Sending: 4 steps on the left, the email as it will arrive on the right">
      {steps.map((step, index) => (
        <g key={step}>
          <circle cx="26" cy={25 + index * 28} r="8" fill="var(--sheet)" stroke="var(--field)" />
          <text x="26" y={29 + index * 28} textAnchor="middle" fontSize="10">
            {index + 1}
          </text>
          <text x="42" y={29 + index * 28}>
            {step}
          </text>
        </g>
      ))}
      <rect
        x="168"
        y="14"
        width="136"
        height="104"
        rx="6"
        fill="var(--sheet)"
        stroke="var(--line)"
      />
      <text x="180" y="34" fontSize="10" fill="var(--ink-soft)">
        To ada@example.com
      </text>
      <path d="M168 42h136" stroke="var(--line)" />
      <text x="180" y="60">
        Dear
      </text>
      <text x="207" y="60" textDecoration="underline" fontWeight="600">
        Ada
      </text>
      <Bar x={180} y={72} width={104} />
      <Bar x={180} y={86} width={88} />
      <Bar x={180} y={100} width={52} />
    </Picture>
  );
}

/** A table whose headers are the names of the placeholders. */
export function ColumnsPicture() {
  const columns = [
    { x: 16, header: "Email", cells: ["ada@example.com", "bo@example.com"] },
    { x: 132, header: "Full Name", cells: ["Ada Lovelace", "Bo Li"] },
    { x: 226, header: "Talk Date", cells: ["2026-04-03", "2026-04-04"] },
  ];
  return (
    <Picture shows="A list with the columns Email, Full Name and Talk Date; the last 2 have the names of placeholders">
      <rect x="10" y="42" width="300" height="78" rx="6" fill="var(--sheet)" stroke="var(--line)" />
      <path d="M10 68h300M10 94h300M124 42v78M218 42v78" stroke="var(--line)" />
      <Chip x={132} y={14} width={72} word="Full Name" kind="text" />
      <Chip x={226} y={14} width={66} word="Talk Date" kind="datetime" />
      {columns.map(({ x, header, cells }) => (
        <g key={header}>
          <text x={x + 2} y="59" fontWeight="600">
            {header}
          </text>
          {cells.map((cell, row) => (
            <text key={cell} x={x + 2} y={85 + row * 26} fontSize="10" fill="var(--ink-soft)">
              {cell}
            </text>
          ))}
        </g>
      ))}
    </Picture>
  );
}

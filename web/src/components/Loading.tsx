interface Props {
  /** "the preview": named for screen readers, which can't see the blank shapes. */
  what?: string;
  /** Of each blank shape, from top to bottom, and what lies between them; pixels. */
  heights: readonly number[];
  gap?: number;
}

/** Reserves the height of content that is loading, and says what it is. */
export function Loading({ what = "", heights, gap = 16 }: Props) {
  return (
    <div role="status" aria-label={`Loading ${what}`.trim()} style={{ display: "grid", gap }}>
      {heights.map((height, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change.
          key={index}
          style={{ height, borderRadius: "var(--radius-field)", background: "var(--skipped-tint)" }}
        />
      ))}
    </div>
  );
}

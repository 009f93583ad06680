import Skeleton from "@mui/material/Skeleton";

interface Props {
  /** "the preview": who cannot see the blank shapes is told what they wait for. */
  what?: string;
  /** Of each blank shape, from top to bottom, and what lies between them; pixels. */
  heights: readonly number[];
  gap?: number;
}

/** Stands where something is about to be, as tall as that will be, and says what it is. */
export function Loading({ what = "", heights, gap = 16 }: Props) {
  return (
    <div role="status" aria-label={`Loading ${what}`.trim()} style={{ display: "grid", gap }}>
      {heights.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes never change.
        <Skeleton key={index} variant="rounded" height={height} animation={false} />
      ))}
    </div>
  );
}

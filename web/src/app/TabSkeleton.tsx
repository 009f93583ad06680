import Skeleton from "@mui/material/Skeleton";

/** Stands where a tab's screen is about to be. */
export function TabSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton variant="text" width={220} height={40} animation={false} />
      <Skeleton variant="rounded" height={72} animation={false} sx={{ mt: 4 }} />
      <Skeleton variant="rounded" height={72} animation={false} sx={{ mt: 2 }} />
      <Skeleton variant="rounded" height={72} animation={false} sx={{ mt: 2 }} />
    </div>
  );
}

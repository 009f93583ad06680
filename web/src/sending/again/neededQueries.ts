import type { UseQueryResult } from "@tanstack/react-query";

/** A query that an action reads, and what it reads: "your settings". */
export interface NeededQuery {
  what: string;
  query: Pick<UseQueryResult, "data" | "isError" | "refetch">;
}

/** Which queries an action lacks. Without them, it can't tell what doesn't exist from what isn't there. */
export function lackingQueries(needed: readonly NeededQuery[]) {
  const lacking = needed.filter(({ query }) => query.data === undefined);
  return {
    isLoading: lacking.some(({ query }) => !query.isError),
    failed: lacking.filter(({ query }) => query.isError),
  };
}

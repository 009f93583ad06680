import type { QueryClient } from "@tanstack/react-query";

/**
 * An account on this page and its data. Everything that one person sees belongs to it, and ends
 * with it.
 */
export interface Account {
  uid: string;
  cache: QueryClient;
}

import type { QueryClient } from "@tanstack/react-query";

/** Whose data this is, and what is known of it. Everything that one person sees hangs on one of these, and ends with it. */
export interface Account {
  uid: string;
  cache: QueryClient;
}

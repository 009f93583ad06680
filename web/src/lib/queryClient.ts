import { AppError } from "@sendwright/core/contract";
import { QueryClient } from "@tanstack/react-query";

const WORTH_ANOTHER_TRY = new Set(["no_answer", "service_unavailable", "gateway_timeout"]);

/**
 * Retries a read up to 2 times if the connection failed; never retries anything that changes or
 * sends.
 */
function retryReading(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof AppError && WORTH_ANOTHER_TRY.has(error.reason);
}

/**
 * A query cache with the page's habits. Offline is `call`'s to report, so nothing waits silently
 * for a network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: retryReading, staleTime: 30_000, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

import {
  AppError,
  getConfig,
  type Limits,
  limitsWith,
  type OutputOf,
} from "@sendwright/core/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";

export type KnownConfig = OutputOf<typeof getConfig>["config"];

export const CONFIG_KEY = ["config"] as const;

const NOT_LOADED = "Could not load configuration.";

async function readConfig(signal: AbortSignal): Promise<KnownConfig> {
  try {
    const { config } = await call(getConfig, {}, { signal, fallback: NOT_LOADED });
    return config;
  } catch (error) {
    // A refusal without words; an unreadable answer includes its cause.
    const isPlainNo =
      error instanceof AppError && error.reason === "bad_answer" && error.message === NOT_LOADED;
    if (!isPlainNo || error.cause) throw error;
    throw new AppError("bad_answer", "Config endpoint returned success: false");
  }
}

export const configQuery = queryOptions({
  queryKey: CONFIG_KEY,
  queryFn: ({ signal }) => readConfig(signal),
});

/** The application's configuration, as screens use it. */
export interface ConfigState {
  isLoading: boolean;
  config: KnownConfig | null;
  /** The server's limits, or the defaults where it has said nothing. */
  limits: Limits;
  /** Null also after a 401, which isn't an error: no one is signed in. */
  error: AppError | null;
  refetch: () => void;
}

/** The configuration of the signed-in user, with limits that always hold something. */
export function useConfig(): ConfigState {
  const { isAuthenticated } = useSession();
  const query = useQuery({ ...configQuery, enabled: isAuthenticated });
  const limits = useMemo(() => limitsWith(query.data?.limits ?? {}), [query.data]);
  const failure = query.error;
  const error =
    failure instanceof AppError
      ? failure
      : failure && new AppError("internal_server_error", NOT_LOADED, { cause: failure });
  return {
    isLoading: isAuthenticated && query.isPending,
    config: query.data ?? null,
    limits,
    error: error?.status === 401 ? null : error,
    refetch: () => void query.refetch(),
  };
}

/** The limits that hold for the signed-in user. */
export function useLimits(): Limits {
  return useConfig().limits;
}

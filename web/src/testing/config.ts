import { DEFAULT_LIMITS, type getConfig, type OutputOf } from "@sendwright/core/contract";

type Config = OutputOf<typeof getConfig>["config"];

/** A configuration as the server sends it; `more` overrides. */
export function aConfig(more: Partial<Config> = {}): Config {
  return {
    limits: DEFAULT_LIMITS,
    extensionId: "ext-1",
    userEmail: "ada@example.com",
    quota: { limit: 500, sent: 70, left: 430, more_at: "2026-11-20T15:00:00.000Z", more_count: 40 },
    sendRate: 60,
    connected: true,
    ...more,
  };
}

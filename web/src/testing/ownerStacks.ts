import * as React from "react";

const INTERNALS = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

/**
 * Has React keep no stack of the calls that made each element, as if it had already kept its most:
 * that is much of a test's work. A warning still names its component.
 */
export function keepNoOwnerStacks(): void {
  Object.defineProperty(Reflect.get(React, INTERNALS), "recentlyCreatedOwnerStacks", {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
}

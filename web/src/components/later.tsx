import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";

/**
 * A part of the page whose script loads with its first use, or earlier with `preload`. Once the
 * script is there, the part draws at once: `lazy` alone would first draw the fallback, and React
 * shows that for up to 300 ms. If the script can't be loaded, the part throws, and loads it again
 * the next time it is shown: `lazy` alone would keep the failure.
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | null = null;
  const preload = async () => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const lazyPart = () =>
    lazy(() =>
      preload().catch((error: unknown) => {
        Lazy = lazyPart();
        throw error;
      }),
    );
  let Lazy = lazyPart();
  function Later(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => Loaded ?? Lazy);
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Later, { preload, isLoaded: () => Loaded !== null });
}

/**
 * Functions whose script loads with `preload`: `loaded` returns them, or null until they are there.
 */
export function lateScript<Functions>(load: () => Promise<Functions>) {
  let functions: Functions | null = null;
  return {
    loaded: () => functions,
    preload: async (): Promise<void> => {
      functions = await load();
    },
  };
}

interface LaterPart {
  preload: () => Promise<unknown>;
}

/**
 * Loads these parts before anyone needs them. A failure shows again, with its message, when a part
 * is needed.
 */
export function preloadAll(parts: readonly LaterPart[]): void {
  void Promise.allSettled(parts.map((part) => part.preload()));
}

/** As `preloadAll`, after some milliseconds. Returns a function that cancels it. */
export function preloadAfter(ms: number, parts: readonly LaterPart[]): () => void {
  const timer = setTimeout(() => preloadAll(parts), ms);
  return () => clearTimeout(timer);
}

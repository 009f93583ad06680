/** How long a test waits when the machine has other work. */
export const PATIENCE = { timeout: 45_000 };

/**
 * The parts of Chrome's interfaces that the worker uses, in memory. Copies stored values, as Chrome
 * does.
 */
export interface FakeChrome {
  session: Record<string, unknown>;
  local: Record<string, unknown>;
  /** How many more changes of the storage happen before the worker is stopped. */
  writesLeft: number;
  badge: { text: string };
  /** Messages sent to tabs; `onTabMessage` decides a tab's answer. */
  onTabMessage: (tabId: number) => Promise<unknown>;
  /** The tabs in front, one for each window. */
  tabs: { id: number; url?: string; title?: string; windowId?: number }[];
  injected: unknown[];
  inject: (asked: {
    target: chrome.scripting.InjectionTarget;
    func?: unknown;
    args?: unknown[];
  }) => Promise<unknown[]>;
  opened: string[];
  /** The tabs that were brought to the front, and where they were sent. */
  shown: { id: number; active?: boolean; url?: string }[];
  /** The notifications on the screen, by id; null without the permission. */
  notified: Map<string, string> | null;
  /** Kinds of our own pages that are open. */
  contexts: string[];
  clickNotification: (id: string) => void;
  /** Another tab comes to the front. */
  switchTab: () => void;
}

type Listener = (changes: Record<string, unknown>) => void;
type AreaListener = (changes: Record<string, unknown>, area: string) => void;

function area(values: Record<string, unknown>, mayWrite: () => boolean, told: Listener) {
  const listeners = new Set<Listener>([told]);
  const tell = (changes: Record<string, unknown>) => {
    for (const listener of listeners) listener(changes);
  };
  /** A stopped worker never hears of its write. */
  const never = new Promise<void>(() => undefined);
  return {
    get: async (key: string) => (key in values ? { [key]: structuredClone(values[key]) } : {}),
    set: async (given: Record<string, unknown>) => {
      if (!mayWrite()) return await never;
      const changes = Object.entries(given).map(([key, newValue]) => [
        key,
        { oldValue: values[key], newValue },
      ]);
      Object.assign(values, structuredClone(given));
      tell(Object.fromEntries(changes));
    },
    remove: async (keys: string | string[]) => {
      if (!mayWrite()) return await never;
      const known = [keys].flat().filter((key) => key in values);
      const changes = known.map((key) => [key, { oldValue: values[key] }]);
      for (const key of known) delete values[key];
      tell(Object.fromEntries(changes));
    },
    onChanged: {
      addListener: (one: Listener) => listeners.add(one),
      removeListener: (one: Listener) => listeners.delete(one),
    },
  };
}

export const ID = "a".repeat(32);

/** Gives the code loaded next a separate browser. */
export function fakeChrome(): FakeChrome {
  const clickListeners = new Set<(id: string) => void>();
  const tabListeners = new Set<() => void>();
  const tabEvent = {
    addListener: (listener: () => void) => tabListeners.add(listener),
    removeListener: (listener: () => void) => tabListeners.delete(listener),
  };
  const fake: FakeChrome = {
    session: {},
    local: {},
    writesLeft: Number.POSITIVE_INFINITY,
    badge: { text: "" },
    onTabMessage: async () => null,
    tabs: [],
    injected: [],
    inject: async () => [],
    opened: [],
    shown: [],
    notified: null,
    contexts: [],
    clickNotification: (id) => {
      for (const listener of clickListeners) listener(id);
    },
    switchTab: () => {
      for (const listener of tabListeners) listener();
    },
  };
  const areaListeners = new Set<AreaListener>();
  const tell: AreaListener = (changes, name) => {
    for (const listener of areaListeners) listener(changes, name);
  };
  const mayWrite = () => {
    fake.writesLeft -= 1;
    return fake.writesLeft >= 0;
  };
  Object.assign(globalThis, {
    chrome: {
      storage: {
        session: area(fake.session, mayWrite, (changes) => tell(changes, "session")),
        local: area(fake.local, mayWrite, (changes) => tell(changes, "local")),
        onChanged: {
          addListener: (one: AreaListener) => areaListeners.add(one),
          removeListener: (one: AreaListener) => areaListeners.delete(one),
        },
      },
      runtime: {
        id: ID,
        getManifest: () => ({ version: "3.0.0" }),
        getContexts: async () => fake.contexts.map((contextType) => ({ contextType })),
        getURL: (path: string) => `chrome-extension://${ID}/${path}`,
      },
      get notifications() {
        if (fake.notified === null) return undefined;
        return {
          create: async (id: string, { message }: { message: string }) =>
            void fake.notified?.set(id, message),
          clear: async (id: string) => void fake.notified?.delete(id),
          onClicked: {
            addListener: (listener: (id: string) => void) => clickListeners.add(listener),
          },
        };
      },
      action: {
        setBadgeText: async ({ text }: { text: string }) => {
          fake.badge.text = text;
        },
        setBadgeBackgroundColor: async () => undefined,
        setTitle: async () => undefined,
      },
      tabs: {
        query: async ({ windowId }: { windowId?: number }) =>
          fake.tabs.filter((tab) => windowId === undefined || tab.windowId === windowId),
        onActivated: tabEvent,
        onUpdated: { addListener: () => undefined, removeListener: () => undefined },
        sendMessage: (id: number) => fake.onTabMessage(id),
        create: async ({ url }: { url: string }) => void fake.opened.push(url),
        update: async (id: number, given: { url?: string }) =>
          void fake.shown.push({ id, ...given }),
      },
      windows: { update: async () => undefined },
      scripting: {
        executeScript: async (asked: {
          target: chrome.scripting.InjectionTarget;
          func?: unknown;
          args?: unknown[];
        }) => {
          fake.injected.push(asked.target);
          return await fake.inject(asked);
        },
      },
      sidePanel: { open: async () => void fake.opened.push("panel") },
    },
  });
  return fake;
}

/** An ID token of an age in milliseconds, as Firebase writes it, unsigned. */
export function aToken(uid: string, age = 0): string {
  const payload = JSON.stringify({ sub: uid, iat: Math.floor((Date.now() - age) / 1_000) });
  return `e30.${Buffer.from(payload).toString("base64url")}.sig`;
}

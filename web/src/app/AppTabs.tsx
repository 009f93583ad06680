import { LayoutTemplate, ListChecks, Send, Users } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router-dom";
import { Loading } from "../components/Loading.tsx";
import { later, preloadAll } from "../components/later.tsx";
import { AppNotices, HeldSends } from "../features/account/AppNotices.tsx";
import { useTitle } from "../lib/useTitle.ts";
import styles from "./AppTabs.module.css";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

const COMING = <Loading heights={[40, 72, 72, 72]} />;

const sendTabs = () => import("../features/send/SendTab.tsx");

/** The tabs of /app, chosen by the address's hash (rule: tabs); the first is the default. */
const TABS = [
  {
    hash: "templates",
    Icon: LayoutTemplate,
    label: "Manage Templates",
    Screen: later(() => import("../features/templates/TemplatesTab.tsx"), COMING),
  },
  {
    hash: "direct-send",
    Icon: Send,
    label: "Direct Send",
    Screen: later(async () => ({ default: (await sendTabs()).DirectSendTab }), COMING),
  },
  {
    hash: "bulk-send",
    Icon: Users,
    label: "Bulk Send (CSV)",
    Screen: later(async () => ({ default: (await sendTabs()).BulkSendTab }), COMING),
  },
  {
    hash: "sends",
    Icon: ListChecks,
    label: "Sends",
    Screen: later(() => import("../features/sends/SendsTab.tsx"), COMING),
  },
] as const;

type AppTab = (typeof TABS)[number];

/** The tab that the address's hash names, with its #. `#sends/…` is still the tab of `#sends`. */
function tabOf(hash: string): AppTab {
  const name = hash.slice(1).split("/")[0];
  return TABS.find((tab) => tab.hash === name) ?? TABS[0];
}

/** Moves the focus between the tabs, as the keys of a tab list do. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.children];
  const at = tabs.indexOf(event.target as Element);
  const next = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key];
  const tab = tabs[next ?? -1];
  if (!(tab instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  tab.focus();
}

/**
 * The tabs, at the bottom of a phone; the address's hash says which. Changing it replaces the hash,
 * so that Back leaves the application.
 */
export function AppTabs() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const tab = tabOf(hash);
  useTitle(tab.label);
  const main = useRef<HTMLElement>(null);
  const hasCome = useNavigationType() !== "POP";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on the first load, where someone may just have signed in.
  useEffect(() => {
    if (hasCome && document.activeElement === document.body) main.current?.focus();
  }, []);
  const chosen = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another tab is chosen.
  useEffect(() => {
    const list = chosen.current?.parentElement;
    if (!chosen.current || !list) return;
    const { offsetLeft, offsetWidth } = chosen.current;
    list.scrollLeft = offsetLeft - (list.clientWidth - offsetWidth) / 2;
  }, [tab.hash]);
  const place = tab.hash === "sends" ? hash : tab.hash;
  const shown = useRef(place);
  // A screen begins at its top, wherever the previous one was scrolled to. Back restores the place,
  // as browsers do.
  useLayoutEffect(() => {
    if (shown.current !== place && hasCome) document.documentElement.scrollTop = 0;
    shown.current = place;
  }, [place, hasCome]);

  return (
    <>
      <nav className={`wide ${styles.bar}`} aria-label="Sendwright">
        <div role="tablist" aria-label="Sections" className={styles.list} onKeyDown={moveFocus}>
          {TABS.map(({ hash: value, label, Icon }) => (
            <button
              key={value}
              ref={value === tab.hash ? chosen : null}
              type="button"
              role="tab"
              id={`tab-${value}`}
              aria-selected={value === tab.hash}
              aria-controls={`panel-${value}`}
              tabIndex={value === tab.hash ? 0 : -1}
              className={styles.tab}
              // From the page of one send its tab leads back to all of them.
              onClick={() =>
                value === tab.hash
                  ? value === "sends" && void navigate({ hash: value })
                  : void navigate({ hash: value }, { replace: true })
              }
            >
              <Icon size={20} aria-hidden />
              {label}
            </button>
          ))}
        </div>
      </nav>
      <main ref={main} tabIndex={-1} className={`wide ${styles.main}`}>
        <AppNotices />
        <HeldSends />
        <div id={`panel-${tab.hash}`} role="tabpanel" aria-labelledby={`tab-${tab.hash}`}>
          <ErrorBoundary resetKey={tab.hash}>
            <tab.Screen />
          </ErrorBoundary>
        </div>
      </main>
    </>
  );
}

// The first tab's script comes with this one, while the session is still being checked.
preloadAll([tabOf(window.location.hash).Screen]);

import { ORIGIN } from "./settings.ts";

/**
 * Shows a place of the site (a hash such as `#templates`) in a tab that has the site open,
 * otherwise in a new one. Without a hash, a tab of the app stays where it is: what you wrote there
 * is not loaded again.
 */
export async function openSite(hash = ""): Promise<void> {
  const app = `${ORIGIN}/app`;
  const isApp = ({ url }: chrome.tabs.Tab) => url?.startsWith(app);
  const tabs = await chrome.tabs.query({ url: `${ORIGIN}/*` });
  const tab = tabs.find(isApp) ?? tabs[0];
  if (tab?.id === undefined) {
    await chrome.tabs.create({ url: app + hash });
    return;
  }
  const stays = hash === "" && isApp(tab);
  await chrome.tabs.update(tab.id, stays ? { active: true } : { active: true, url: app + hash });
  await chrome.windows.update(tab.windowId, { focused: true });
}

/** The attributes of a link to a place of the site; a plain click reuses an open tab. */
export function siteLink(hash: string) {
  return {
    href: `${ORIGIN}/app${hash}`,
    target: "_blank",
    rel: "noreferrer",
    onClick: (event: {
      preventDefault: () => void;
      ctrlKey: boolean;
      metaKey: boolean;
      shiftKey: boolean;
    }) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void openSite(hash);
    },
  };
}

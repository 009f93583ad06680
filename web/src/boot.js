// Runs before everything else.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage can be switched off.
      return null;
    }
  };

  // The theme is on before the first paint, so that no one sees the other one flash by. Same key and attribute as lib/themeMode.ts.
  const mode = stored("sendwright:theme") || "system";
  const dark =
    mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  // Hides the landing page in index.html from people who are signed in: they go to the application. Same key as lib/signedInMark.ts.
  const isIn = stored("sendwright:session") === "in";
  if (isIn) document.documentElement.dataset.returning = "";

  // The session's first call (lib/session.ts) needn't wait for the scripts.
  if (isIn || location.pathname.startsWith("/app")) {
    const call = { rel: "preload", as: "fetch", crossOrigin: "", href: "/__/firebase/init.json" };
    document.head.append(Object.assign(document.createElement("link"), call));
  }

  // zod would try whether it may compile code, which the page's policy forbids and reports; it reads this when it loads.
  globalThis.__zod_globalConfig = { jitless: true };
})();

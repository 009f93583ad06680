// Runs before everything else.
(() => {
  // The theme is on before the first paint, so that no one sees the other one flash by. Same key and attribute as src/lib/themeMode.ts.
  let mode = "system";
  try {
    mode = localStorage.getItem("sendwright:theme") || mode;
  } catch {
    // Storage can be switched off: then the system decides.
  }
  const dark = mode === "dark" || (mode !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  // Hides the landing page in index.html from people who are signed in: they go to the application. Same key as src/lib/signedInMark.ts.
  try {
    if (localStorage.getItem("sendwright:session") === "in") document.documentElement.dataset.returning = "";
  } catch {
    // As above.
  }

  // zod would try whether it may compile code, which the page's policy forbids and reports; it reads this when it loads.
  globalThis.__zod_globalConfig = { jitless: true };
})();

/**
 * The sign-in script: the code client of Google's own, for popups. A classic script, loaded from another origin, that needs nothing
 * but its own address.
 */
(() => {
  const base = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).origin;
  /** How often a popup is looked at, and how long its answer may still be under way once it is closed (milliseconds). */
  const POLL = 200;
  const GRACE = 400;
  const FEATURES = "width=500,height=600,popup=yes";

  /** @typedef {{client_id: string, scope: string, callback: (answer: object) => void, error_callback?: (error: {type: string, message: string}) => void, ux_mode?: string, state?: string, login_hint?: string, hint?: string}} CodeClientConfig */

  /**
   * @param {CodeClientConfig} config
   * @param {string} id
   */
  function authAddress(config, id) {
    const params = new URLSearchParams({
      client_id: config.client_id,
      scope: config.scope,
      redirect_uri: "postmessage",
      response_type: "code",
      access_type: "offline",
      origin: window.location.origin,
      request: id,
    });
    const hint = config.login_hint ?? config.hint;
    if (hint) params.set("login_hint", hint);
    if (config.state) params.set("state", config.state);
    return `${base}/o/oauth2/v2/auth?${params}`;
  }

  /** @param {CodeClientConfig} config */
  function requestCode(config) {
    const id = crypto.randomUUID();
    // Opened within the click itself: a browser blocks what comes later.
    const popup = window.open(authAddress(config, id), `google_sign_in_${id}`, FEATURES);
    if (!popup) {
      config.error_callback?.({
        type: "popup_failed_to_open",
        message: "Failed to open popup window.",
      });
      return;
    }
    const watch = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(watch);
      const closed = () =>
        config.error_callback?.({ type: "popup_closed", message: "Popup window closed." });
      setTimeout(() => end(closed), GRACE);
    }, POLL);

    let ended = false;
    /**
     * The first to call it tells the page; a later one stays silent.
     * @param {() => void} tell
     */
    function end(tell) {
      clearInterval(watch);
      window.removeEventListener("message", receive);
      if (!ended) tell();
      ended = true;
    }

    /** @param {MessageEvent} event */
    function receive(event) {
      if (
        event.origin !== base ||
        event.data?.type !== "google-sign-in" ||
        event.data.request !== id
      )
        return;
      end(() => config.callback(event.data.reply));
    }
    window.addEventListener("message", receive);
  }

  /** @param {CodeClientConfig} config */
  function initCodeClient(config) {
    for (const name of /** @type {const} */ (["client_id", "scope"])) {
      if (!config?.[name]) throw new Error(`Missing required parameter: ${name}.`);
    }
    if (config.ux_mode === "redirect")
      throw new Error("The local Google knows the popup mode only.");
    if (typeof config.callback !== "function")
      throw new Error("Missing required parameter: callback.");
    return { requestCode: () => requestCode(config) };
  }

  const page = /** @type {{google?: {accounts?: object}}} */ (window);
  page.google = {
    ...page.google,
    accounts: { ...page.google?.accounts, oauth2: { initCodeClient } },
  };
})();

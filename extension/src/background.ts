/** The extension's service worker. It reacts to nothing yet: the popup, the menus and the session come with their own issue. */
export {};

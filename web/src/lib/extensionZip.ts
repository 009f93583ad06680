/** Where Hosting serves the built extension, ready for "Load unpacked". `vite.config.ts` puts it there. */
export const EXTENSION_ZIP = "/sendwright-extension.zip";

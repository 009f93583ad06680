import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import express, { type Router } from "express";
import { avatar } from "./avatar.ts";
import { pageTokens } from "./pageTokens.ts";

const FONT = createRequire(import.meta.url).resolve(
  "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
);
const PAGES = fileURLToPath(new URL("pages/", import.meta.url));

/** Mails and consent pages may load nothing from outside. */
const CONTENT_SECURITY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join("; ");

/** The sign-in script, the files of the pages, and the people's pictures. */
export function pageRoutes(appUrl: string): Router {
  const router = express.Router();

  router.get("/", (_request, response) => response.redirect("/mail"));
  router.get("/app", (_request, response) => response.redirect(appUrl));
  router.get("/gsi/client", (_request, response) => {
    response.set("Cross-Origin-Resource-Policy", "cross-origin").sendFile("gsi.js", { root: PAGES });
  });
  router.get("/mail", (_request, response) => {
    response.set({ "Content-Security-Policy": CONTENT_SECURITY, "Cache-Control": "no-store" });
    response.sendFile("mailbox.html", { root: PAGES });
  });
  router.get("/picture/:email.svg", (request, response) => {
    response.type("svg").set("Cache-Control", "public, max-age=86400").send(avatar(request.params.email));
  });
  router.get("/fonts/newsreader.woff2", (_request, response) => {
    response.set("Cache-Control", "public, max-age=86400").sendFile(FONT);
  });
  router.get("/pages/tokens.css", (_request, response) => {
    response.type("css").send(pageTokens());
  });
  router.use("/pages", express.static(PAGES, { index: false }));

  return router;
}

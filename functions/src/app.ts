import * as contract from "@sendwright/core/contract";
import { groupBy } from "@sendwright/core/groupBy";
import express, { type Express, type Request, type Response } from "express";
import * as account from "./features/account/accountRoutes.ts";
import { previewDemo } from "./features/demo/demoRoutes.ts";
import { find, upload } from "./features/files/fileRoutes.ts";
import { preview } from "./features/previews/previewRoutes.ts";
import { realEngine } from "./features/sends/engine.ts";
import { sendRoutes } from "./features/sends/sendRoutes.ts";
import * as suppressions from "./features/suppressions/suppressionRoutes.ts";
import { templateOfSend } from "./features/templates/templateOfSend.ts";
import * as templates from "./features/templates/templateRoutes.ts";
import * as versions from "./features/templates/versionRoutes.ts";
import { cutSlowAnswer } from "./http/answers.ts";
import { decodableUrl } from "./http/deferBodyParsing.ts";
import { dropUnreadBody } from "./http/rawBody.ts";
import { fileRoute, openRoute, type Route, route } from "./http/route.ts";
import { requestId, sendError } from "./http/sendError.ts";

/** Every call of the API, in the order of the contract. */
export const routes: Route[] = [
  route(contract.getConfig, account.getConfig),
  route(contract.getSettings, account.getSettings),
  route(contract.saveSettings, account.saveSettings),
  openRoute(contract.storeToken, account.storeToken),
  route(contract.signOutEverywhere, account.signOutEverywhere),
  route(contract.disconnect, account.disconnect),
  route(contract.startExport, account.startExport),
  route(contract.getExport, account.getExport),
  route(contract.exportAsFile, account.exportAsFile),
  route(contract.deleteAccount, account.remove),
  route(contract.listTemplates, templates.list),
  route(contract.createTemplate, templates.create),
  route(contract.getTemplate, templates.get),
  route(contract.saveTemplate, templates.save),
  route(contract.listVersions, versions.list),
  route(contract.getVersion, versions.get),
  route(contract.deleteTemplate, templates.remove),
  route(contract.duplicateTemplate, templates.duplicate),
  route(contract.addAttachment, templates.addAttachment),
  route(contract.templateOfSend, templateOfSend),
  fileRoute(contract.getPicture, templates.getPicture),
  fileRoute(contract.getAttachment, templates.getAttachment),
  route(contract.deleteAttachment, templates.deleteAttachment),
  route(contract.preview, preview),
  openRoute(contract.demoPreview, previewDemo),
  route(contract.uploadFiles, upload),
  route(contract.findFiles, find),
  ...sendRoutes(realEngine),
  route(contract.getSuppressions, suppressions.list),
  route(contract.addSuppressions, suppressions.add),
  route(contract.removeSuppressions, suppressions.remove),
];

/**
 * The whole API. Checks run cheapest first, so that a refused call costs only its caller;
 * `docs/architecture.md` ("How a request works") lists them in order, with their costs. This file
 * takes the first, `http/route.ts` the others.
 */
export function createApp(served: Route[] = routes): Express {
  const app = express().disable("x-powered-by").disable("etag");
  app.use(requestId, onlyForItsCaller, withDecodablePath, dropUnreadBody, cutSlowAnswer);
  for (const { endpoint, handle } of served) app[verb(endpoint.method)](endpoint.path, handle);
  for (const [path, same] of groupBy(served, ({ endpoint }) => endpoint.path))
    app.all(path, refuseMethod(same.map(({ endpoint }) => endpoint.method)));
  app.use(refusePath);
  app.use(sendError);
  return app;
}

function verb(method: "GET" | "POST" | "PUT" | "DELETE") {
  return ({ GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const)[method];
}

/**
 * An answer is data for its caller alone: no one may store it, sniff its type, frame it, or put it
 * into another site's page.
 */
const HEADERS = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

function onlyForItsCaller(_request: Request, response: Response, next: () => void): void {
  response.set(HEADERS);
  next();
}

function withDecodablePath(request: Request, _response: Response, next: () => void): void {
  request.url = decodableUrl(request.url);
  next();
}

function refuseMethod(allowed: string[]) {
  return (request: Request, response: Response): never => {
    response.set("Allow", allowed.join(", "));
    throw new contract.AppError("method_not_allowed", `${request.method} is not allowed here.`);
  };
}

function refusePath(): never {
  throw new contract.AppError("not_found", "Not found.");
}

import express, { type Express, type Request, type Response } from "express";
import * as contract from "./contract/index.ts";
import * as account from "./features/account/routes.ts";
import { previewDemo } from "./features/demo/routes.ts";
import { preview } from "./features/previews/routes.ts";
import { type SendHandlers, sends } from "./features/sends/routes.ts";
import * as templates from "./features/templates/routes.ts";
import { implement, implementOpen, type Route } from "./http/implement.ts";
import { keepRawBody } from "./http/rawBody.ts";
import { requestId } from "./http/requestId.ts";
import { sendError } from "./http/sendError.ts";

/** Every call of the API, in the order of the contract. */
const routes: Route[] = [
  implement(contract.getConfig, account.getConfig),
  implementOpen(contract.storeToken, account.storeToken),
  implement(contract.disconnect, account.disconnect),
  implement(contract.deleteAccount, account.remove),
  implement(contract.listTemplates, templates.list),
  implement(contract.createTemplate, templates.create),
  implement(contract.getTemplate, templates.get),
  implement(contract.saveTemplate, templates.save),
  implement(contract.deleteTemplate, templates.remove),
  implement(contract.duplicateTemplate, templates.duplicate),
  implement(contract.addAttachment, templates.addAttachment),
  implement(contract.deleteAttachment, templates.deleteAttachment),
  implement(contract.preview, preview),
  implementOpen(contract.demoPreview, previewDemo),
  ...sendRoutes(sends),
];

/** Takes what answers the calls about sends; gives their routes. */
export function sendRoutes(handlers: SendHandlers): Route[] {
  return [
    implement(contract.sendDirect, handlers.direct),
    implement(contract.sendBulk, handlers.bulk),
    implement(contract.testSend, handlers.test),
    implement(contract.listSends, handlers.list),
    implement(contract.getSend, handlers.get),
    implement(contract.pauseSend, handlers.pause),
    implement(contract.resumeSend, handlers.resume),
    implement(contract.cancelSend, handlers.cancel),
    implement(contract.retrySend, handlers.retry),
    implement(contract.deleteSend, handlers.remove),
  ];
}

/** Gives the whole API: request id, body, the routes, 404 and 405 as JSON, the error writer. */
export function createApp(served: Route[] = routes): Express {
  const app = express().disable("x-powered-by").disable("etag");
  app.use(requestId, answersAreNobodyElses, keepRawBody);
  const methods = new Map<string, string[]>();
  for (const { endpoint, handle } of served) {
    app[verb(endpoint.method)](endpoint.path, handle);
    methods.set(endpoint.path, [...(methods.get(endpoint.path) ?? []), endpoint.method]);
  }
  for (const [path, allowed] of methods) app.all(path, refuseMethod(allowed));
  app.use(refusePath);
  app.use(sendError);
  return app;
}

function verb(method: "GET" | "POST" | "PUT" | "DELETE") {
  return ({ GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const)[method];
}

function answersAreNobodyElses(_request: Request, response: Response, next: () => void): void {
  response.set({ "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
  next();
}

function refuseMethod(allowed: string[]) {
  return (request: Request, response: Response): never => {
    response.set("Allow", allowed.join(", "));
    throw new contract.AppError("method_not_allowed", `${request.method} is not possible here.`);
  };
}

function refusePath(): never {
  throw new contract.AppError("not_found", "Not found.");
}

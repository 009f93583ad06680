import { setTimeout as wait } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import { applyFault } from "./applyFault.ts";
import { MAX_MESSAGE_BYTES, readEnvelope } from "./envelope.ts";
import { GoogleError } from "./googleError.ts";
import { bearerOf } from "./params.ts";
import { type RawMessage, rawFromJson, rawFromUpload } from "./readRaw.ts";
import { SENDING_SCOPES } from "./scopes.ts";
import type { World } from "./world.ts";

const PATH = "/gmail/v1/users/:userId/messages/send";
const REALM = 'Bearer realm="https://accounts.google.com/"';
const CREDENTIALS = "Expected OAuth 2 access token, login cookie or other valid authentication credential.";
const LOCATION = { location: "Authorization", locationType: "header" };

/** Bodies that are a little too large are read whole, so that Gmail's own refusal answers them. */
const UPLOAD_LIMIT = MAX_MESSAGE_BYTES + 1_000_000;
const JSON_LIMIT = Math.ceil((UPLOAD_LIMIT * 4) / 3);

/** `users.messages.send`, as JSON and as an upload. */
export function gmailRoutes(world: World): Router {
  const router = express.Router();

  router.post(`/upload${PATH}`, express.raw({ type: () => true, limit: UPLOAD_LIMIT }), async (request, response) => {
    const body: unknown = request.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const uploadType = new URL(request.originalUrl, "http://127.0.0.1").searchParams.get("uploadType");
    await send(world, request, response, () => rawFromUpload(request, bytes, uploadType));
  });

  router.post(PATH, express.json({ limit: JSON_LIMIT, type: () => true }), async (request, response) => {
    await send(world, request, response, () => rawFromJson(request.body));
  });

  return router;
}

async function send(world: World, request: Request, response: Response, read: () => RawMessage): Promise<void> {
  const user = authorize(world, request);
  const { bytes, threadId } = read();
  await wait(world.limits.delayOf(user));
  const fault = world.faults.take({ op: "send", user, raw: bytes });
  if (fault && !fault.storeFirst) await applyFault(fault, request);
  const envelope = await readEnvelope(bytes);
  world.limits.spend(user);
  const mail = await world.mailbox.add(user, envelope, bytes, threadId);
  if (fault?.storeFirst) await applyFault(fault, request);
  response.json({ id: mail.id, threadId: mail.threadId, labelIds: ["SENT"] });
}

/** The account that a request's token may send for. Throws Google's 401 and 403. */
function authorize(world: World, request: Request): string {
  const token = bearerOf(request);
  if (token === null) {
    throw new GoogleError(401, "required", `Request is missing required authentication credential. ${CREDENTIALS}`, {
      errors: { message: "Login Required.", ...LOCATION },
      headers: { "WWW-Authenticate": REALM },
    });
  }
  const access = world.grants.findAccess(token);
  if (access === null) {
    throw new GoogleError(401, "authError", `Request had invalid authentication credentials. ${CREDENTIALS}`, {
      errors: { message: "Invalid Credentials", ...LOCATION },
      headers: { "WWW-Authenticate": `${REALM}, error="invalid_token"` },
    });
  }
  if (!SENDING_SCOPES.some((scope) => access.scopes.includes(scope))) throw insufficientScope();
  const { userId } = request.params;
  if (userId !== "me" && userId !== access.email) {
    throw new GoogleError(403, "forbidden", `Delegation denied for ${access.email}`);
  }
  return access.email;
}

function insufficientScope(): GoogleError {
  const details = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    domain: "googleapis.com",
    metadata: { service: "gmail.googleapis.com", method: "caribou.api.proto.MailboxService.SendMessage" },
  };
  return new GoogleError(403, "insufficientPermissions", "Request had insufficient authentication scopes.", {
    errors: { message: "Insufficient Permission" },
    details: [details],
    headers: { "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${SENDING_SCOPES.join(" ")}"` },
  });
}

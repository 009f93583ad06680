import { setTimeout as wait } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import { SENDING_SCOPES } from "./client.ts";
import { applyFault } from "./control.ts";
import { GoogleError } from "./googleError.ts";
import { readEnvelope } from "./mailbox.ts";
import { bearerOf } from "./params.ts";
import type { World } from "./world.ts";

const PATH = "/gmail/v1/users/:userId/messages/send";
const REALM = 'Bearer realm="https://accounts.google.com/"';
const CREDENTIALS =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential.";
const MISSING =
  "'raw' RFC822 payload message string or uploading message via /upload/* URL required";
const LOCATION = { location: "Authorization", locationType: "header" };

/** Bytes of a raw message that Gmail takes. */
export const MAX_MESSAGE_BYTES = 36_700_160;
/** Bodies that are a little too large are read whole, so that Gmail's own refusal answers them. */
const UPLOAD_LIMIT = MAX_MESSAGE_BYTES + 1_000_000;
const JSON_LIMIT = Math.ceil((UPLOAD_LIMIT * 4) / 3);

/** `users.messages.send`, as JSON and as an upload. */
export function gmailRoutes(world: World): Router {
  const router = express.Router();

  router.post(
    `/upload${PATH}`,
    express.raw({ type: () => true, limit: UPLOAD_LIMIT }),
    async (request, response) => {
      await send(world, request, response, () => bytesOfUpload(request));
    },
  );
  router.post(
    PATH,
    express.json({ limit: JSON_LIMIT, type: () => true }),
    async (request, response) => {
      await send(world, request, response, () => bytesOfJson(request.body));
    },
  );
  return router;
}

export function tooLarge(): GoogleError {
  return new GoogleError(
    413,
    "uploadTooLarge",
    `Message larger than the limit of ${MAX_MESSAGE_BYTES} bytes.`,
  );
}

/**
 * The message in the JSON body of `messages.send`. Throws Google's 400 when `raw` is missing or not
 * base64url.
 */
function bytesOfJson(body: unknown): Buffer {
  const { raw } = (typeof body === "object" && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  if (raw === undefined || raw === "") throw new GoogleError(400, "invalidArgument", MISSING);
  if (
    typeof raw !== "string" ||
    !/^[A-Za-z0-9_-]*={0,2}$/.test(raw) ||
    raw.replace(/=+$/, "").length % 4 === 1
  ) {
    throw new GoogleError(
      400,
      "invalid",
      "Invalid value at 'message.raw' (TYPE_BYTES), Base64 decoding failed",
    );
  }
  return Buffer.from(raw, "base64url");
}

function bytesOfUpload(request: Request): Buffer {
  const { searchParams } = new URL(request.originalUrl, "http://127.0.0.1");
  if (searchParams.get("uploadType") === "media")
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  throw new GoogleError(501, "notImplemented", "The local Google takes uploads as media only.");
}

async function send(
  world: World,
  request: Request,
  response: Response,
  read: () => Buffer,
): Promise<void> {
  const user = authorize(world, request);
  const bytes = read();
  await wait(world.limits.delayOf(user));
  const fault = world.faults.take({ op: "send", user, raw: bytes });
  if (fault && !fault.storeFirst) await applyFault(fault, request);
  if (bytes.length > MAX_MESSAGE_BYTES) throw tooLarge();
  const envelope = await readEnvelope(bytes);
  world.limits.spend(user);
  const { id, threadId } = await world.mailbox.add(user, envelope, bytes);
  if (fault?.storeFirst) await applyFault(fault, request);
  response.json({ id, threadId, labelIds: ["SENT"] });
}

/** The account that a request's token may send for. Throws Google's 401 and 403. */
function authorize(world: World, request: Request): string {
  const token = bearerOf(request);
  const access = token === null ? null : world.grants.findAccess(token);
  if (access === null) throw unauthorized(token === null);
  if (!SENDING_SCOPES.some((scope) => access.scopes.includes(scope))) throw insufficientScope();
  const { userId } = request.params;
  if (userId !== "me" && userId !== access.email) {
    throw new GoogleError(403, "forbidden", `Delegation denied for ${access.email}`);
  }
  return access.email;
}

function unauthorized(isMissing: boolean): GoogleError {
  const [reason, what, message, realm] = isMissing
    ? ["required", "is missing required authentication credential", "Login Required.", REALM]
    : [
        "authError",
        "had invalid authentication credentials",
        "Invalid Credentials",
        `${REALM}, error="invalid_token"`,
      ];
  return new GoogleError(401, reason, `Request ${what}. ${CREDENTIALS}`, {
    errors: { message, ...LOCATION },
    headers: { "WWW-Authenticate": realm },
  });
}

function insufficientScope(): GoogleError {
  const details = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    domain: "googleapis.com",
    metadata: {
      service: "gmail.googleapis.com",
      method: "caribou.api.proto.MailboxService.SendMessage",
    },
  };
  return new GoogleError(
    403,
    "insufficientPermissions",
    "Request had insufficient authentication scopes.",
    {
      errors: { message: "Insufficient Permission" },
      details: [details],
      headers: {
        "WWW-Authenticate": `${REALM}, error="insufficient_scope", scope="${SENDING_SCOPES.join(" ")}"`,
      },
    },
  );
}

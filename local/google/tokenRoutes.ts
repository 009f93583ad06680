import express, { type Request, type Router } from "express";
import { ACCESS_TOKEN_SECONDS, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } from "./client.ts";
import { applyFault } from "./control.ts";
import { OAuthError } from "./googleError.ts";
import { makeIdToken } from "./idToken.ts";
import { bearerOf, paramsOf } from "./params.ts";
import type { World } from "./world.ts";

const CACHE = { "Cache-Control": "public, max-age=3600, must-revalidate, no-transform" };

/** `POST /token` (codes and refresh tokens), `POST /revoke`, and the certificates of id tokens. */
export function tokenRoutes(world: World): Router {
  const router = express.Router();
  router.use(express.urlencoded({ extended: false }), express.json());

  const { kid, jwk, pem } = world.key;
  router.get(
    "/oauth2/v3/certs",
    (_request, response) => void response.set(CACHE).json({ keys: [jwk] }),
  );
  router.get(
    "/oauth2/v1/certs",
    (_request, response) => void response.set(CACHE).json({ [kid]: pem }),
  );

  router.post("/token", async (request, response) => {
    const params = clientParams(request);
    const user = world.grants.ownerOfSecret(
      params.get("code") ?? params.get("refresh_token") ?? "",
    );
    const fault = world.faults.take({ op: "token", user });
    if (fault && !fault.storeFirst) await applyFault(fault, request);
    const answer = await grantTokens(world, params, `http://${request.get("host")}`);
    if (fault?.storeFirst) await applyFault(fault, request);
    response
      .set({
        "Cache-Control": "no-cache, no-store, max-age=0, must-revalidate",
        Pragma: "no-cache",
      })
      .json(answer);
  });

  router.post("/revoke", async (request, response) => {
    const token = paramsOf(request).get("token") ?? bearerOf(request);
    if (token === null)
      throw new OAuthError(400, "invalid_request", "Missing required parameter: token");
    const owner = world.grants.ownerOfToken(token);
    if (owner === null) throw new OAuthError(400, "invalid_token", "Token expired or revoked");
    await world.grants.revoke(owner);
    response.json({});
  });

  return router;
}

/**
 * The parameters of a request. Throws `invalid_client` unless it knows the client's id and secret.
 */
function clientParams(request: Request): URLSearchParams {
  const params = paramsOf(request);
  const [id, secret] = [params.get("client_id"), params.get("client_secret")];
  if (id === null)
    throw new OAuthError(400, "invalid_request", "Could not determine client ID from request.");
  if (id !== CLIENT_ID)
    throw new OAuthError(401, "invalid_client", "The OAuth client was not found.");
  if (secret === null) throw new OAuthError(400, "invalid_request", "client_secret is missing.");
  if (secret !== CLIENT_SECRET) throw new OAuthError(401, "invalid_client", "Unauthorized");
  return params;
}

async function grantTokens(world: World, params: URLSearchParams, base: string): Promise<object> {
  const grantType = params.get("grant_type") ?? "";
  if (grantType === "authorization_code") return redeemCode(world, params, base);
  if (grantType === "refresh_token") return refresh(world, params, base);
  throw new OAuthError(400, "unsupported_grant_type", `Invalid grant_type: ${grantType}`);
}

async function redeemCode(world: World, params: URLSearchParams, base: string): Promise<object> {
  const code = required(params, "code");
  if (required(params, "redirect_uri") !== REDIRECT_URI) {
    throw new OAuthError(400, "redirect_uri_mismatch", "Bad Request");
  }
  const tokens = await world.grants.redeem(code);
  if (tokens === null) throw new OAuthError(400, "invalid_grant", "Malformed auth code.");
  const answer = await tokenAnswer(world, base, tokens);
  return tokens.refreshToken === null ? answer : { ...answer, refresh_token: tokens.refreshToken };
}

async function refresh(world: World, params: URLSearchParams, base: string): Promise<object> {
  const tokens = world.grants.refresh(required(params, "refresh_token"));
  if (tokens === null)
    throw new OAuthError(400, "invalid_grant", "Token has been expired or revoked.");
  return tokenAnswer(world, base, tokens);
}

function required(params: URLSearchParams, name: string): string {
  const value = params.get(name);
  if (!value) throw new OAuthError(400, "invalid_request", `Missing required parameter: ${name}`);
  return value;
}

type Tokens = Parameters<typeof makeIdToken>[2];

async function tokenAnswer(world: World, base: string, tokens: Tokens): Promise<object> {
  const idToken = await makeIdToken(world, base, tokens);
  return {
    access_token: tokens.accessToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: tokens.scopes.join(" "),
    token_type: "Bearer",
    ...(idToken !== null && { id_token: idToken }),
  };
}

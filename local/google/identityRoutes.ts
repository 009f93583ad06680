import express, { type Router } from "express";
import { createLocalJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose";
import { userInfo } from "./claims.ts";
import { CLIENT_ID } from "./client.ts";
import { GoogleError, OAuthError } from "./googleError.ts";
import { bearerOf, paramsOf } from "./params.ts";
import { personOf } from "./people.ts";
import { EMAIL_SCOPE } from "./scopes.ts";
import type { World } from "./world.ts";

const CACHE = { "Cache-Control": "public, max-age=3600, must-revalidate, no-transform" };

/** Google's certificates, and what it tells about tokens and people. */
export function identityRoutes(world: World): Router {
  const router = express.Router();
  const { kid, jwk, pem } = world.key;
  router.use(express.urlencoded({ extended: false }));

  router.get("/oauth2/v3/certs", (_request, response) => void response.set(CACHE).json({ keys: [jwk] }));
  router.get("/oauth2/v1/certs", (_request, response) => void response.set(CACHE).json({ [kid]: pem }));

  router.all(["/tokeninfo", "/oauth2/v3/tokeninfo"], async (request, response) => {
    const idToken = paramsOf(request).get("id_token");
    response.json(idToken === null ? accessTokenInfo(world, bearerOf(request)) : await idTokenInfo(world, idToken));
  });

  router.all(["/oauth2/v3/userinfo", "/v1/userinfo"], (request, response) => {
    const access = world.grants.findAccess(bearerOf(request) ?? "");
    const person = access && personOf(access.email);
    if (!person) throw new GoogleError(401, "authError", "Request had invalid authentication credentials.");
    response.json(userInfo(person, access.scopes, `http://${request.get("host")}`));
  });

  return router;
}

function accessTokenInfo(world: World, token: string | null): object {
  if (token === null) throw new OAuthError(400, "invalid_request", "Missing required parameter: access_token");
  const access = world.grants.findAccess(token);
  const person = access && personOf(access.email);
  if (!person) throw new OAuthError(400, "invalid_token", "Invalid Value");
  return {
    azp: CLIENT_ID,
    aud: CLIENT_ID,
    sub: person.sub,
    scope: access.scopes.join(" "),
    exp: String(Math.floor(access.expiresAt / 1000)),
    expires_in: String(Math.floor((access.expiresAt - world.now()) / 1000)),
    ...(access.scopes.includes(EMAIL_SCOPE) && { email: person.email, email_verified: "true" }),
    access_type: "offline",
  };
}

async function idTokenInfo(world: World, token: string): Promise<object> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [world.key.jwk] }), {
      audience: CLIENT_ID,
      currentDate: new Date(world.now()),
    });
    const claims = Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
    return { ...claims, ...decodeProtectedHeader(token) };
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new OAuthError(400, "invalid_token", "Invalid Value");
    throw error;
  }
}

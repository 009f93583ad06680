import express, { type Router } from "express";
import { parseAuthRequest } from "./authRequest.ts";
import { consentPage, refusalPage, replyPage } from "./consentPage.ts";
import { OAuthError } from "./googleError.ts";
import { paramsOf } from "./params.ts";
import { personOf } from "./people.ts";
import { fullScope, scopeText } from "./scopes.ts";
import type { World } from "./world.ts";

const PATH = "/o/oauth2/v2/auth";

/** The consent page of the popup, and codes without clicks (`auto=<address>`). */
export function authRoutes({ grants }: World): Router {
  const router = express.Router();
  router.use(PATH, express.urlencoded({ extended: false }));

  router.get(PATH, (request, response) => {
    const params = paramsOf(request);
    const auto = params.get("auto");
    if (auto !== null) {
      const { scopes, nonce } = parseAuthRequest(params);
      const denied = params.getAll("deny").map(fullScope);
      const granted = scopes.filter((scope) => !denied.includes(scope));
      const code = grants.makeCode({ email: addressOf(auto), scopes: granted }, nonce);
      response.set("Cache-Control", "no-store").json({ code, scope: scopeText(granted) });
      return;
    }
    const page = pageOrRefusal(() => consentPage(parseAuthRequest(params), params));
    response.status(page.status).send(page.html);
  });

  router.post(PATH, (request, response) => {
    const params = paramsOf(request);
    const page = pageOrRefusal(() => {
      const asked = parseAuthRequest(params);
      const allowed = params.getAll("allow");
      const granted = asked.scopes.filter((scope) => allowed.includes(scope));
      if (params.get("decision") !== "allow" || granted.length === 0)
        return replyPage(asked, { error: "access_denied" });
      const email = addressOf(params.get("other") || (params.get("account") ?? ""));
      const code = grants.makeCode({ email, scopes: granted }, asked.nonce);
      return replyPage(asked, { code, scope: scopeText(granted), authuser: "0", prompt: "consent" });
    });
    response.status(page.status).send(page.html);
  });

  return router;
}

function addressOf(text: string): string {
  const person = personOf(text);
  if (person === null) throw new OAuthError(400, "invalid_request", "That is no email address.");
  return person.email;
}

/** A person reads what a program would get as JSON. */
function pageOrRefusal(render: () => string): { status: number; html: string } {
  try {
    return { status: 200, html: render() };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { status: error.status, html: refusalPage(error) };
  }
}

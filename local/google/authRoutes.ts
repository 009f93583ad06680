import express, { type Router } from "express";
import {
  CLIENT_ID,
  fullScope,
  parseScopes,
  REDIRECT_URI,
  SCOPES,
  scopeText,
  unknownScopes,
} from "./client.ts";
import { OAuthError } from "./googleError.ts";
import { html, page } from "./html.ts";
import { paramsOf } from "./params.ts";
import { personOf, SEEDED } from "./people.ts";
import type { World } from "./world.ts";

const CARRIED = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "nonce",
  "origin",
  "request",
];

/**
 * The page on which a person chooses an account and what to allow. Continue comes first, so that
 * Enter means it.
 */
function consentPage(request: AuthRequest, params: URLSearchParams): string {
  const hinted = personOf(request.loginHint ?? "");
  const chosen = hinted ?? SEEDED[0];
  const people = hinted && !SEEDED.includes(hinted) ? [hinted, ...SEEDED] : SEEDED;
  const hidden = CARRIED.filter((name) => params.has(name)).map(
    (name) => html`<input type="hidden" name="${name}" value="${params.get(name) ?? ""}">`,
  );
  const accounts = people.map((person) => {
    const checked = person === chosen ? html` checked` : "";
    return html`<label><input type="radio" name="account" value="${person.email}"${checked}>
      <span><b>${person.name}</b><small>${person.email}</small></span></label>`;
  });
  const scopes = request.scopes.map(
    (scope) => html`<label><input type="checkbox" name="allow" value="${scope}" checked>
      <span>${SCOPES[scope] ?? scope}<code>${scope}</code></span></label>`,
  );
  return page(
    "Sign in with the local Google",
    html`<form method="post" action="/o/oauth2/v2/auth">${hidden}
      <h1>Choose an account</h1>
      <fieldset aria-label="Account">${accounts}
        <label>Another address
          <input type="email" name="other" placeholder="someone@example.com" autocomplete="off" spellcheck="false"></label>
      </fieldset>
      <h2>Sendwright wants to</h2>
      <fieldset aria-label="What you allow">${scopes}</fieldset>
      <div class="actions">
        <button type="submit" name="decision" value="allow" autofocus>Continue</button>
        <button type="submit" name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>`,
  );
}

/** The page that hands the answer to the opener and closes. */
function replyPage(
  { origin, requestId, state }: AuthRequest,
  answer: Record<string, string>,
): string {
  const reply = JSON.stringify(state === null ? answer : { ...answer, state });
  const heading = answer.error ? "Nothing was allowed" : "Signed in";
  return page(
    heading,
    html`<h1>${heading}</h1><p>You can close this window.</p>
    <div id="reply" data-origin="${origin ?? ""}" data-request="${requestId ?? ""}" data-reply="${reply}"></div>
    <script src="/pages/reply.js"></script>`,
  );
}

function refusalPage({ status, body }: OAuthError): string {
  const { error, error_description: description } = body;
  const said = html`<h1>Access blocked</h1><p>${description}</p><code>Error ${status}: ${error}</code>`;
  return page("Access blocked", said);
}

/** Pages of this machine and extensions may sign in here. */
const ALLOWED_ORIGIN =
  /^(?:http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?|chrome-extension:\/\/[a-p]{32})$/;

/** What a client asks for at `/o/oauth2/v2/auth`. */
interface AuthRequest {
  scopes: string[];
  state: string | null;
  nonce: string | undefined;
  loginHint: string | null;
  /** The page that opened the popup: where the answer goes. */
  origin: string | null;
  /** The sign-in script's own number for this popup. */
  requestId: string | null;
}

/**
 * Reads a request from its parameters. Throws what Google's error page says
 * (`redirect_uri_mismatch`, `invalid_scope` …).
 */
function parseAuthRequest(params: URLSearchParams): AuthRequest {
  if (!params.get("client_id"))
    throw new OAuthError(400, "invalid_request", "Missing required parameter: client_id");
  if (params.get("client_id") !== CLIENT_ID) {
    throw new OAuthError(401, "invalid_client", "The OAuth client was not found.");
  }
  if (params.get("redirect_uri") !== REDIRECT_URI) {
    throw new OAuthError(
      400,
      "redirect_uri_mismatch",
      `The redirect address must be "${REDIRECT_URI}".`,
    );
  }
  if (params.get("response_type") !== "code") {
    throw new OAuthError(400, "unsupported_response_type", 'The response type must be "code".');
  }
  const scopes = parseScopes(params.get("scope") ?? "");
  if (scopes.length === 0)
    throw new OAuthError(400, "invalid_request", "Missing required parameter: scope");
  const unknown = unknownScopes(scopes);
  if (unknown.length > 0)
    throw new OAuthError(400, "invalid_scope", `Some scopes are invalid: ${unknown.join(", ")}`);
  const origin = params.get("origin");
  if (origin !== null && !ALLOWED_ORIGIN.test(origin)) {
    throw new OAuthError(
      400,
      "origin_mismatch",
      "Only pages of this machine and extensions may ask.",
    );
  }
  return {
    scopes,
    state: params.get("state"),
    nonce: params.get("nonce") ?? undefined,
    loginHint: params.get("login_hint"),
    origin,
    requestId: params.get("request"),
  };
}

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
      return replyPage(asked, {
        code,
        scope: scopeText(granted),
        authuser: "0",
        prompt: "consent",
      });
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

/** Shows a person the answer that a program would get as JSON. */
function pageOrRefusal(render: () => string): { status: number; html: string } {
  try {
    return { status: 200, html: render() };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { status: error.status, html: refusalPage(error) };
  }
}

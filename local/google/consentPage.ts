import type { AuthRequest } from "./authRequest.ts";
import type { OAuthError } from "./googleError.ts";
import { html, page } from "./html.ts";
import { personOf, SEEDED } from "./people.ts";
import { SCOPES } from "./scopes.ts";

const CARRIED = ["client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "origin", "request"];

/** The page on which a person chooses an account and what to allow. Continue comes first, so that Enter means it. */
export function consentPage(request: AuthRequest, params: URLSearchParams): string {
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
export function replyPage({ origin, requestId, state }: AuthRequest, answer: Record<string, string>): string {
  const reply = JSON.stringify(state === null ? answer : { ...answer, state });
  const heading = answer.error ? "Nothing was allowed" : "Signed in";
  return page(
    heading,
    html`<h1>${heading}</h1><p>You can close this window.</p>
    <div id="reply" data-origin="${origin ?? ""}" data-request="${requestId ?? ""}" data-reply="${reply}"></div>
    <script src="/pages/reply.js"></script>`,
  );
}

/** The page that a person sees instead of the consent page. */
export function refusalPage({ status, body }: OAuthError): string {
  const { error, error_description: description } = body;
  const said = html`<h1>Access blocked</h1><p>${description}</p><code>Error ${status}: ${error}</code>`;
  return page("Access blocked", said);
}

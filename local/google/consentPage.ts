import type { AuthRequest } from "./authRequest.ts";
import type { OAuthError } from "./googleError.ts";
import { escapeHtml } from "./html.ts";
import { type GooglePerson, personOf, SEEDED } from "./people.ts";
import { SCOPES } from "./scopes.ts";

const CARRIED = ["client_id", "redirect_uri", "response_type", "scope", "state", "nonce", "origin", "request"];

/** The page on which a person chooses an account and what to allow. */
export function consentPage(request: AuthRequest, params: URLSearchParams): string {
  const hinted = personOf(request.loginHint ?? "");
  const chosen = hinted ?? SEEDED[0];
  const people = hinted && !SEEDED.includes(hinted) ? [hinted, ...SEEDED] : SEEDED;
  const hidden = CARRIED.filter((name) => params.has(name)).map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(params.get(name) ?? "")}">`,
  );
  return page(
    "Sign in with the local Google",
    `<form method="post" action="/o/oauth2/v2/auth">
      ${hidden.join("")}
      <h1>Choose an account</h1>
      <fieldset class="people"><legend class="unseen">Account</legend>
        ${people.map((person) => personRow(person, person === chosen)).join("")}
        <label class="other"><span>Another address</span>
          <input type="email" name="other" placeholder="someone@example.com" autocomplete="off" spellcheck="false"></label>
      </fieldset>
      <h2>Sendwright wants to</h2>
      <fieldset class="scopes"><legend class="unseen">What you allow</legend>
        ${request.scopes.map(scopeRow).join("")}
      </fieldset>
      <div class="actions">
        <button type="submit" class="button primary" name="decision" value="allow" autofocus>Continue</button>
        <button type="submit" class="button" name="decision" value="cancel" formnovalidate>Cancel</button>
      </div>
    </form>`,
  );
}

/** The page that hands the answer to the opener and closes. */
export function replyPage({ origin, requestId, state }: AuthRequest, answer: Record<string, string>): string {
  const reply = state === null ? answer : { ...answer, state };
  const heading = answer.error ? "Nothing was allowed" : "Signed in";
  return page(
    heading,
    `<h1>${heading}</h1><p>You can close this window.</p>
    <div id="reply" data-origin="${escapeHtml(origin ?? "")}" data-request="${escapeHtml(requestId ?? "")}" data-reply="${escapeHtml(JSON.stringify(reply))}"></div>
    <script src="/pages/reply.js"></script>`,
  );
}

/** The page that a person sees instead of the consent page. */
export function refusalPage(error: OAuthError): string {
  const { error: code, error_description: description } = error.body;
  return page(
    "Access blocked",
    `<h1>Access blocked</h1><p>${escapeHtml(description)}</p>
    <p class="code">Error ${error.status}: ${escapeHtml(code)}</p>`,
  );
}

function personRow(person: GooglePerson, checked: boolean): string {
  const email = escapeHtml(person.email);
  const domain = person.hd === undefined ? "" : `<span class="chip">${escapeHtml(person.hd)}</span>`;
  return `<label class="person"><input type="radio" name="account" value="${email}"${checked ? " checked" : ""}>
    <img src="/picture/${encodeURIComponent(person.email)}.svg" alt="" width="36" height="36">
    <span class="who"><strong>${escapeHtml(person.name)}</strong><span>${email}</span></span>${domain}</label>`;
}

function scopeRow(scope: string): string {
  return `<label class="scope"><input type="checkbox" name="allow" value="${escapeHtml(scope)}" checked>
    <span>${escapeHtml(SCOPES[scope] ?? scope)}<code>${escapeHtml(scope)}</code></span></label>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/pages/icon.svg"><link rel="stylesheet" href="/pages/tokens.css"><link rel="stylesheet" href="/pages/base.css"><link rel="stylesheet" href="/pages/consent.css">
</head><body><header><img src="/pages/icon.svg" alt="" width="22" height="22"><span>Local Google</span></header><div class="stripe"></div>
<main>${body}</main></body></html>`;
}

import { isEmailAddress } from "../recipients/recipients.ts";

/** A part of a link's address: the template's own text, or the value of a placeholder. */
export interface LinkPart {
  text: string;
  isValue: boolean;
}

const SCHEME = /^(?:https?:\/\/(?![\s/\\])|mailto:|tel:)/i;
/** A domain whose last part is letters, so that neither a price nor a time is taken for one. */
const DOMAIN = /^[^\s/?#:@\\]+\.(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]|$)/iu;
const HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$/;
const IPV6 = /^\[[0-9a-f:.]+\]$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const CONTROL = /[\u0000-\u001f\u007f]/g;

/**
 * An address as a person wrote it, with the scheme that it means: `https` before a domain, `mailto:` before an email
 * address. Null if it is none of the kinds that a link in an email can lead to.
 */
export function withScheme(address: string): string | null {
  if (SCHEME.test(address)) return address;
  if (/^\/\/[^\s/\\]/.test(address)) return `https:${address}`;
  if (isEmailAddress(address)) return `mailto:${address}`;
  return DOMAIN.test(address) ? `https://${address}` : null;
}

/** As `linkAddress`, for an address without values. */
export function linkTarget(href: string): string | null {
  return linkAddress([{ text: href, isValue: false }]);
}

/**
 * The address of a link as an email carries it, encoded as the URL standard says. After a `?` in the template's own text
 * each value is encoded as one component. Null if it is no working `http`, `https`, `mailto` or `tel` address, or if a
 * value would change a host that the template's own text names.
 */
export function linkAddress(parts: readonly LinkPart[]): string | null {
  const address = joined(parts);
  const complete = withScheme(address);
  if (complete === null) return null;
  if (/^tel:/i.test(complete)) return phoneAddress(complete.slice("tel:".length));
  const url = parsed(complete);
  if (url === null) return null;
  if (url.protocol === "mailto:") return mailAddress(url);
  const isHost = HOST_NAME.test(url.hostname) ? !url.hostname.includes("..") : IPV6.test(url.hostname);
  if (!isHost || !keepsHost(parts, hostOf(address))) return null;
  // Without a path, the standard writes a slash that no one else does.
  const isBare = url.pathname === "/" && url.search === "" && url.hash === "" && !/[/\\?#]$/.test(complete);
  return isBare ? url.href.slice(0, -1) : url.href;
}

/** The text of all parts, values encoded where they are components. */
function joined(parts: readonly LinkPart[]): string {
  let address = "";
  let isInQuery = false;
  for (const { text, isValue } of parts) {
    // Browsers take control characters out before they look at the scheme.
    if (!isValue) address += text.replace(CONTROL, "");
    else if (isInQuery) address += component(text.trim());
    else address += text.trim().replace(CONTROL, "");
    if (!isValue && text.includes("?")) isInQuery = true;
  }
  return address.trim();
}

function component(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, "\ufffd")).replaceAll("'", "%27");
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

const BEFORE_HOST = /^(?:https?:)?(?:\/\/)?/i;
/** Stands for a value in the template's own text. */
const VALUE = "\u0000";

/** The host of an address as it is written, with port and user name. */
function hostOf(address: string): string {
  return address.replace(BEFORE_HOST, "").split(/[/?#\\]/, 1)[0] ?? "";
}

/**
 * Whether the host is what the template's own text says: a value may be the host or fill a gap in it, but not end it
 * early, lengthen it or turn it into a user name.
 */
function keepsHost(parts: readonly LinkPart[], host: string): boolean {
  const own = parts.map(({ text, isValue }) => (isValue ? VALUE : text.replace(CONTROL, ""))).join("");
  const ownHost = hostOf(own.trimStart());
  if (!ownHost.includes(VALUE)) return true;
  if (host.split("@").length > ownHost.split("@").length) return false;
  const before = ownHost.slice(0, ownHost.indexOf(VALUE)).replace(/^.*@/, "");
  const after = ownHost.slice(ownHost.lastIndexOf(VALUE) + 1);
  if (after !== "") return host.endsWith(after);
  if (before === "") return host.includes(".") || !/^\s*(?:https?:)?\/\//i.test(own);
  return /[.:]$/.test(before) || host === before || host.startsWith(`${before}:`);
}

/** `mailto:` with the addresses of people, or with none and something to write. */
function mailAddress({ pathname, search, hash }: URL): string | null {
  const people = pathname === "" && search !== "" ? [] : pathname.split(",").map((text) => text.trim());
  return people.every(isEncodedAddress) ? `mailto:${people.join(",")}${search}${hash}` : null;
}

function isEncodedAddress(text: string): boolean {
  try {
    return isEmailAddress(decodeURIComponent(text));
  } catch {
    return false;
  }
}

/** `tel:` with a number as the standard for telephone numbers writes it: without spaces and slashes. */
function phoneAddress(number: string): string | null {
  const decoded = number.replace(/%2[03B]/gi, decodeURIComponent);
  const compact = decoded.replace(/[\s/]/g, "").replace(/\p{Pd}/gu, "-");
  const [, digits = ""] = /^(\+?[\d*#().-]+)(?:;[\w=.+;-]+)?$/.exec(compact) ?? [];
  return digits.replace(/\D/g, "").length >= 2 ? `tel:${compact.replaceAll("#", "%23")}` : null;
}

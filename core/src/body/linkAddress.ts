import { isEmailAddress } from "../recipients/recipients.ts";

/** A part of a link's address: the template's own text, or the value of a placeholder. */
export interface LinkPart {
  text: string;
  isValue: boolean;
}

const SCHEME = /^(?:https?:\/\/(?![\s/\\])|mailto:|tel:)/i;
/** A domain whose last part is letters, so that neither a price nor a time counts as one. */
const DOMAIN = /^[^\s/?#:@\\]+\.(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]|$)/iu;
const HOST_NAME = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?$/;
const IPV6 = /^\[[0-9a-f:.]+\]$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

/**
 * An address as a person typed it, with the scheme it implies: `https` before a domain, `mailto:`
 * before an email address. Null if a link in an email can't lead there.
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
 * The address of a link as an email contains it, encoded as the URL standard says. After a `?` in
 * the template's own text, each value is encoded as one component. Null if it isn't a working
 * `http`, `https`, `mailto` or `tel` address, or if a value changes where the template's own text
 * leads.
 */
export function linkAddress(parts: readonly LinkPart[]): string | null {
  if (leading(parts).some(hasTwoAddresses)) return null;
  const complete = withScheme(joined(parts));
  if (complete === null) return null;
  const template = templateOf(parts);
  if (/^tel:/i.test(complete))
    return keepsNumber(template) && !leading(parts).some(hasTwoNumbers)
      ? phoneAddress(complete.slice("tel:".length))
      : null;
  const url = parsed(complete);
  if (url === null) return null;
  if (url.protocol === "mailto:") return keepsPeople(template) ? mailAddress(url) : null;
  const isHost = HOST_NAME.test(url.hostname)
    ? !url.hostname.includes("..")
    : IPV6.test(url.hostname);
  if (!isHost || !keepsHost(template, url.hostname)) return null;
  // Without a path, the standard adds a slash that no one types.
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && !/[/\\?#]$/.test(complete);
  return isBare ? url.href.slice(0, -1) : url.href;
}

/**
 * The values before a `?` in the template's own text; those after it are components, which may be
 * anything.
 */
function leading(parts: readonly LinkPart[]): string[] {
  const query = parts.findIndex(({ text, isValue }) => !isValue && text.includes("?"));
  return parts
    .slice(0, query < 0 ? undefined : query)
    .flatMap(({ text, isValue }) => (isValue ? text : []));
}

const BEGINS_ADDRESS = /^[<("']?(?:https?:\/\/|www\.|mailto:|tel:)/i;
/**
 * A second address right behind the first. Behind a slash or a sign, as in an archive's address or
 * a query, it may be a part of one.
 */
const TOUCHES_ADDRESS = /[\p{L}\p{N}](?:https?:\/\/|mailto:)|^[^?#]*\.\p{L}{2,6}www\./iu;

/**
 * Whether a value is two addresses or more, on one line or on several: together they lead nowhere.
 */
function hasTwoAddresses(value: string): boolean {
  const text = value.trim();
  const [first = "", ...others] = text.split(/[,;|]*\s+[,;|\s]*/);
  const complete = withScheme(first);
  if (complete === null || /^mailto:/i.test(complete)) return false;
  if (TOUCHES_ADDRESS.test(first.replace(/^https?:\/\//i, ""))) return true;
  const [, ...lines] = text.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  const isPath = (line: string) => line.includes("/");
  // The second line of one address that was broken looks like "page.html".
  const isOther = (line: string) =>
    withScheme(line) !== null && (isPath(line) || (!isPath(first) && !isPath(line)));
  if (lines.some(isOther)) return true;
  // Without a space, a comma may also be part of a query.
  const [beside = "", ...joined] = (first.split(/[?#]/, 1)[0] ?? "").split(/[,;|]/);
  return (
    others.some((one) => BEGINS_ADDRESS.test(one) || isEmailAddress(one)) ||
    (!isPath(first) && others.some((one) => withScheme(one) !== null && !isPath(one))) ||
    (beside !== "" && joined.some((one) => BEGINS_ADDRESS.test(one)))
  );
}

const FEWEST_DIGITS = 6;

/** Whether a value is two phone numbers, the second one with a 0 or + of its own. */
function hasTwoNumbers(value: string): boolean {
  const [first = "", ...others] = value
    .replace(/^\s*tel:/i, "")
    .split(/[\r\n/]+/)
    .map((one) => one.trim());
  const isLong = (one: string) => one.replace(/\D/g, "").length >= FEWEST_DIGITS;
  return isLong(first) && others.some((one) => /^[(]?[0+]/.test(one) && isLong(one));
}

/** The text of all parts, with values encoded where they are components. */
function joined(parts: readonly LinkPart[]): string {
  let address = "";
  let isInQuery = false;
  for (const { text, isValue } of parts) {
    // Browsers remove control characters before they look at the scheme.
    if (!isValue) address += text.replace(CONTROL_CHARACTERS, "");
    else if (isInQuery) address += component(text.trim());
    else address += text.trim().replace(CONTROL_CHARACTERS, "");
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

/** Marks a value in the template's own text, which has no control characters. */
const VALUE = "\u0000";

interface LinkTemplate {
  /** The template's own text, with one mark for values that have no own text between them. */
  own: string;
  /** The values' text at each mark. */
  values: string[];
}

function templateOf(parts: readonly LinkPart[]): LinkTemplate {
  let own = "";
  const values: string[] = [];
  for (const { text, isValue } of parts) {
    if (!isValue) {
      own += text.replace(CONTROL_CHARACTERS, "");
      continue;
    }
    const value = text.trim().replace(CONTROL_CHARACTERS, "");
    if (own.endsWith(VALUE)) values.push(`${values.pop()}${value}`);
    else {
      own += VALUE;
      values.push(value);
    }
  }
  return { own: own.trim(), values };
}

interface ValueGap {
  value: string;
  /** The own text next to the value, up to the next value or the end. */
  before: string;
  after: string;
}

/** The values at the beginning of a template's own text. */
function gapsIn(beginning: string, values: readonly string[]): ValueGap[] {
  const texts = beginning.split(VALUE);
  return texts
    .slice(1)
    .map((after, index) => ({ value: values[index] ?? "", before: texts[index] ?? "", after }));
}

const BEFORE_HOST = /^(?:https?:)?\/{0,2}/i;
const LETTER = /[\p{L}\p{N}]/u;
/**
 * The end of own text that a value completes. A value after any other text would lengthen the last
 * word.
 */
const OPEN_END = /(?:^|[\s.:@,;-])$/;
/**
 * Own text that continues a host or a local part, unlike the end of a file name or a query
 * parameter.
 */
const AFTER_HOST = /^(?:\s|:\d|\.[^.]+\.|[\w.+-]*@)/;

/** The beginning of a web address up to the path: user name, host and port. */
function linkHost(address: string): string {
  return address.replace(BEFORE_HOST, "").split(/[/?#\\]/, 1)[0] ?? "";
}

/**
 * Whether a web address has the host that the template's own text names. A value can be the host or
 * fill a gap in it. If no own text names a host, the values must bring a full one.
 */
function keepsHost({ own, values }: LinkTemplate, hostname: string): boolean {
  const [first = ""] = values;
  if (own.startsWith(`${VALUE}://`)) {
    const rest = { own: own.slice(`${VALUE}:`.length), values: values.slice(1) };
    return /^https?$/i.test(first) && keepsHost(rest, hostname);
  }
  const beginning = linkHost(own);
  const gaps = gapsIn(beginning, values);
  const [start] = gaps;
  if (own.startsWith(VALUE) && start !== undefined) {
    const after = beginning.slice(VALUE.length).replaceAll(VALUE, "1");
    if (!AFTER_HOST.test(after) && withScheme(first) !== null) return true;
    start.value = first.replace(BEFORE_HOST, "");
  } else if (
    !LETTER.test(beginning.slice(beginning.lastIndexOf("@") + 1)) &&
    !/\.|^\[/.test(hostname)
  ) {
    return false;
  }
  return gaps.every(({ value, before, after }) => {
    if (after !== "") return !/[/?#\\@]/.test(value);
    if (/^https?:/i.test(value) || linkHost(value).includes("@")) return false;
    return OPEN_END.test(before) || /^(?:[/?#\\:]|$)/.test(value);
  });
}

/** Whether a `mailto` address leads to the people or domains that the template's own text names. */
function keepsPeople({ own, values }: LinkTemplate): boolean {
  const people = own.split(/[?#]/, 1)[0] ?? "";
  const named = people.replace(/^mailto:/i, "");
  const hasAddress = named.includes("@");
  if (!hasAddress && !LETTER.test(named)) return true;
  // `example.org{{x}}` is a web page.
  if (!hasAddress && named === people) return false;
  return gapsIn(people, values).every(({ value, before, after }) => {
    if (/[?#,;]/.test(value)) return false;
    return value === "" || !hasAddress || OPEN_END.test(before) || !/^(?:[,;]|$)/.test(after);
  });
}

/**
 * Whether the template's own text after a value is still part of the number, not of a parameter.
 */
function keepsNumber({ own, values }: LinkTemplate): boolean {
  return gapsIn(own, values).every(({ value, after }) => after === "" || !value.includes(";"));
}

/**
 * `mailto:` with people's addresses, or with none and something to write, its lines broken as RFC
 * 6068 says.
 */
function mailAddress({ pathname, search, hash }: URL): string | null {
  const people =
    pathname === "" && search !== "" ? [] : pathname.split(",").map((text) => text.trim());
  const query = search.replace(/(?:%0D)?%0A|%0D/gi, "%0D%0A");
  return people.every(isEncodedAddress) ? `mailto:${people.join(",")}${query}${hash}` : null;
}

function isEncodedAddress(text: string): boolean {
  try {
    return isEmailAddress(decodeURIComponent(text));
  } catch {
    return false;
  }
}

/** `tel:` with a number as the telephone number standard writes it: without spaces and slashes. */
function phoneAddress(number: string): string | null {
  const decoded = number.replace(/%2[03B]/gi, decodeURIComponent);
  const compact = decoded.replace(/[\s/]/g, "").replace(/\p{Pd}/gu, "-");
  const [, digits = ""] = /^(\+?[\d*#().-]+)(?:;[\w=.+;-]+)?$/.exec(compact) ?? [];
  return digits.replace(/\D/g, "").length >= 2 ? `tel:${compact.replaceAll("#", "%23")}` : null;
}

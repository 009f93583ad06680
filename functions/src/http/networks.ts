import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { DAY } from "@sendwright/core/dates/units";

/** Where a call comes from. */
interface Networks {
  /**
   * The address that the hop before Google reports. Through Hosting, that hop is its edge, which
   * reports the caller. A caller that bypasses Hosting can write any address.
   */
  caller: string;
  /**
   * The address that Google's own front end sees, so no one can forge it. Through Hosting, it is an
   * edge that many callers share.
   */
  seen: string;
}

/**
 * The networks of a call, from `X-Forwarded-For` and the socket's address. Each hop appends the
 * address it sees, so only the last two entries count. Anything a caller writes before them changes
 * nothing.
 */
export function networksOf(forwarded: string | undefined, socket: string | undefined): Networks {
  const last = (forwarded ?? "").split(",").slice(-2);
  const entries = last.map((entry) => networkOf(entry.trim()));
  const seen = entries.at(-1) ?? networkOf(socket ?? "") ?? "unknown";
  return { caller: entries.at(-2) ?? seen, seen };
}

/**
 * An IPv4 address, or an IPv6 /48, the most that anyone gets for the asking: with ten callers in
 * it, one network could use up what an edge of Hosting may do.
 */
function networkOf(address: string): string | undefined {
  const inner = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv4(inner)) return inner;
  if (!isIPv6(inner)) return undefined;
  const [head = "", tail] = inner.toLowerCase().split("%")[0]?.split("::") ?? [];
  const groups = (text: string) => text.split(":").filter((group) => group !== "");
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [
    ...groups(head),
    ...Array.from({ length: missing }, () => "0"),
    ...groups(tail ?? ""),
  ];
  const [a, b, c] = all.map((group) => Number.parseInt(group, 16));
  return `${[a, b, c].map((group = 0) => group.toString(16)).join(":")}::/48`;
}

/**
 * The name under which a network is counted today: without the secret, no one can find the address
 * by trying.
 */
export function pseudonym(network: string, secret: Buffer, now: number): string {
  const salt = createHmac("sha256", secret)
    .update(`networks of day ${Math.floor(now / DAY)}`)
    .digest();
  return createHmac("sha256", salt).update(network).digest("base64url");
}

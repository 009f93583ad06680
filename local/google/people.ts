import { createHash } from "node:crypto";

/** One Google account. `hd` is the Workspace domain, which personal accounts do not have. */
export interface GooglePerson {
  sub: string;
  email: string;
  name: string;
  hd?: string;
}

export const SEEDED: readonly GooglePerson[] = [
  { sub: "100000000000000000001", email: "ada@example.com", name: "Ada Lovelace" },
  { sub: "100000000000000000002", email: "grace@example.com", name: "Grace Hopper" },
  {
    sub: "100000000000000000003",
    email: "linus@corp.example",
    name: "Linus Lindqvist",
    hd: "corp.example",
  },
];

const PERSONAL_DOMAINS = ["example.com", "gmail.com", "googlemail.com"];
const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/;

/**
 * The account of an address, made up on the fly if it isn't seeded; null if the text is no address.
 */
export function personOf(text: string): GooglePerson | null {
  const email = text.trim().toLowerCase();
  const domain = ADDRESS.exec(email)?.[1];
  if (domain === undefined) return null;
  const seeded = SEEDED.find((person) => person.email === email);
  if (seeded) return seeded;
  const person = { sub: subOf(email), email, name: nameFromAddress(email) };
  return PERSONAL_DOMAINS.includes(domain) ? person : { ...person, hd: domain };
}

/** A person's name in the two parts that Google's claims have. */
export function nameParts(person: GooglePerson): { given_name: string; family_name?: string } {
  const [given = person.name, ...rest] = person.name.split(" ");
  return rest.length === 0
    ? { given_name: given }
    : { given_name: given, family_name: rest.join(" ") };
}

/** 21 digits like Google's, always the same for the same address. */
function subOf(email: string): string {
  const number = BigInt(`0x${createHash("sha256").update(email).digest("hex")}`);
  return `1${(number % 10n ** 20n).toString().padStart(20, "0")}`;
}

function nameFromAddress(email: string): string {
  const words = email
    .slice(0, email.indexOf("@"))
    .split(/[._+-]+/)
    .filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || email;
}

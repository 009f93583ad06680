/** A text as people copy it, and who is in it. */
export interface CopiedText {
  what: string;
  text: string;
  /** As `Name <address>`, in order. */
  people: readonly string[];
  /** The mistyped addresses, and what is offered in place of each; null for nothing. */
  typos?: readonly (readonly [text: string, repair: string | null])[];
}

/** Texts of chats, mail programs, sheets, signatures, contacts and lists. */
export const PASTES: readonly CopiedText[] = [
  {
    what: "a message with a typo in it",
    text: "Hi coach, here are Lucia's parents: lucia.romero@mail,example and ben@example.org. Thanks! 😀",
    people: ["ben@example.org"],
    typos: [["lucia.romero@mail,example", "lucia.romero@mail.example"]],
  },
  {
    what: "a chat from a phone",
    text: `[12/03/2026, 10:15:32] Lucia Romero: lucia.romero@mail,example
[12/03/2026, 10:16:01] Coach Mike: Thx! Ben Okafor is b.okafor@example.org, @Anna what about you?
[12/03/2026, 10:17:44] Anna Berger: anna.berger@example.org
[12/03/2026, 10:18:20] Coach Mike: and grandma: rosi77@example.org`,
    people: [
      "Ben Okafor <b.okafor@example.org>",
      "Anna Berger <anna.berger@example.org>",
      "rosi77@example.org",
    ],
    typos: [
      ["Lucia Romero <lucia.romero@mail,example>", "Lucia Romero <lucia.romero@mail.example>"],
    ],
  },
  {
    what: "a chat from an export",
    text: "12.03.26, 10:15 - Mia Falk: unsere neue Adresse ist falk.familie@example.org\n12.03.26, 10:16 - Tom: tom@example.org 👍",
    people: ["falk.familie@example.org", "Tom <tom@example.org>"],
  },
  {
    what: "a chat whose sender writes someone else's address",
    text: "Mia Berger, 10:15\nMom says use anna.berger@example.org\n10:16 Mia Berger: and papa.b@example.org",
    people: ["anna.berger@example.org", "papa.b@example.org"],
  },
  {
    what: "a To line of Outlook",
    text: "Ann Good <ann@example.org>; Li, Bo <bo@example.org>; 'Cy Roth' <cy@example.org>; office@example.org",
    people: [
      "Ann Good <ann@example.org>",
      '"Li, Bo" <bo@example.org>',
      "Cy Roth <cy@example.org>",
      "office@example.org",
    ],
  },
  {
    what: "the head of an email in Outlook",
    text: `From: Ann Good [mailto:ann@example.org]
Sent: Monday, March 2, 2026 9:12 AM
To: Bo Li <bo@example.org<mailto:bo@example.org>>; Cy Roth <cy@example.org>
Cc: dee@example.org<mailto:dee@example.org>
Subject: Trip @ noon`,
    people: [
      "Ann Good <ann@example.org>",
      "Bo Li <bo@example.org>",
      "Cy Roth <cy@example.org>",
      "dee@example.org",
    ],
  },
  {
    what: "a To line of Gmail",
    text: 'Ann Good <ann@example.org>, "Li, Bo" <bo@example.org>, cy@example.org <cy@example.org>,',
    people: ["Ann Good <ann@example.org>", '"Li, Bo" <bo@example.org>', "cy@example.org"],
  },
  {
    what: "a reply in Gmail",
    text: "On Mon, Mar 2, 2026 at 9:12 AM Ann Good <ann@example.org> wrote:\n> Please write to Bo Li <bo@example.org> and Cy Roth <cy@example.org>.",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "Cy Roth <cy@example.org>"],
  },
  {
    what: "a reply in German",
    text: "Am Mo., 2. März 2026 um 09:12 Uhr schrieb Jörg Weiß <joerg@example.org>:",
    people: ["Jörg Weiß <joerg@example.org>"],
  },
  {
    what: "people of Apple Mail",
    text: "Ann Good\n<ann@example.org>\nBo Li\n<bo@example.org>",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    what: "people of Apple Mail with a typo",
    text: "Ann Good\n<ann@example.org>\nBo Li\n<bo@mail,example>",
    people: ["Ann Good <ann@example.org>"],
    typos: [["Bo Li <bo@mail,example>", "Bo Li <bo@mail.example>"]],
  },
  {
    what: "a display name that is an address",
    text: "\"bo@example.com\" <bo@example.org>, 'cy@example.org' <cy@example.org>",
    people: ["bo@example.org", "cy@example.org"],
  },
  {
    what: "an address with an @ in quotation marks",
    text: '"ann@example.com"@example.org, bo@example.org',
    people: ['"ann@example.com"@example.org', "bo@example.org"],
  },
  {
    what: "a signature",
    text: `Kind regards,

Ann Good
Head of School
Mill Lane School | 12 Mill Lane
T: +44 20 7946 0000 | E: ann.good@example.org | www.example.org`,
    people: ["Ann Good <ann.good@example.org>"],
  },
  {
    what: "a signature whose address isn't made of the name",
    text: "Best Regards\nAnn Good\nMill Lane School\noffice@example.org",
    people: ["office@example.org"],
  },
  {
    what: "contacts of a phone",
    text: "Ann Good\nmobile\n+1 555 0100\nhome\nann77@example.org\n\nBo Li\nEmail: bo@example.org",
    people: ["Ann Good <ann77@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    what: "a contact with labels",
    text: "Name: Ann Good\nPhone: +1 555 0100\nEmail:ag@example.org",
    people: ["Ann Good <ag@example.org>"],
  },
  {
    what: "a contact's file",
    text: "BEGIN:VCARD\nVERSION:3.0\nN:Good;Ann;;;\nFN:Ann Good\nitem1.EMAIL;type=INTERNET:ag@example.org\nEND:VCARD\nBEGIN:VCARD\nFN:Bo Li\nEMAIL;TYPE=HOME:bo@example.org\nEND:VCARD",
    people: ["Ann Good <ag@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    what: "a sheet with headers",
    text: "First name\tLast name\tClass\tEmail\nMia\tGood\t4b\tann@example.org\nBo\tLi\t4a\tbo@example.org",
    people: ["Mia Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    what: "a sheet whose names are the children's",
    text: "Child\tEmail\nMia Berger\tanna@example.org\nBen Falk\truth@example.org",
    people: ["anna@example.org", "ruth@example.org"],
  },
  {
    what: "a sheet without headers",
    text: "1\tAnn Good\tann@example.org\tOslo\n2\tBo Li\tbo@mail,example\tRome\n3\t\tcy@example.org\tKyiv",
    people: ["Ann Good <ann@example.org>", "cy@example.org"],
    typos: [["Bo Li <bo@mail,example>", "Bo Li <bo@mail.example>"]],
  },
  {
    what: "a sheet with both parents",
    text: "Mia\tAnna Berger\tanna@example.org\tTom Berger\ttom@example.org",
    people: ["Anna Berger <anna@example.org>", "Tom Berger <tom@example.org>"],
  },
  {
    what: "an Arabic list",
    text: "أحمد <ahmad@example.org>، سارة <sara@example.org>؛ cy@example.org،dee@example.org، ed@example.org",
    people: [
      "أحمد <ahmad@example.org>",
      "سارة <sara@example.org>",
      "cy@example.org",
      "dee@example.org",
      "ed@example.org",
    ],
  },
  {
    what: "bullets",
    text: "• Ann Good – ann@example.org\n• Bo Li: bo@example.org\n- Cy Roth <cy@example.org>\n* dee@example.org",
    people: [
      "Ann Good <ann@example.org>",
      "Bo Li <bo@example.org>",
      "Cy Roth <cy@example.org>",
      "dee@example.org",
    ],
  },
  {
    what: "numbers",
    text: "1. Ann Good ann@example.org\n2) Bo Li (bo@example.org)\n(3) Cy Roth <cy@example.org>\n4. dee@example.org",
    people: [
      "Ann Good <ann@example.org>",
      "Bo Li <bo@example.org>",
      "Cy Roth <cy@example.org>",
      "dee@example.org",
    ],
  },
  {
    what: "numbers without spaces",
    text: "1.ann@example.org\n2.Bo Li<bo@example.org>\n\n3.cy@example.org",
    people: ["ann@example.org", "Bo Li <bo@example.org>", "cy@example.org"],
  },
  {
    what: "bullets without spaces",
    text: "-ann@example.org\n-Bo Li: bo@example.org",
    people: ["ann@example.org", "Bo Li <bo@example.org>"],
  },
  {
    what: "bullets that a program made longer, without spaces",
    text: "–ann@example.org\n–Bo Li: bo@example.org",
    people: ["ann@example.org", "Bo Li <bo@example.org>"],
  },
  {
    what: "bold addresses with names behind them",
    text: "*ann@example.org* (Ann Good)\n*bo@example.org* (Bo Li)",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    what: "addresses of teams that begin with numbers",
    text: "1.team@example.org\n2.team@example.org\n3.team@example.com",
    people: ["1.team@example.org", "2.team@example.org", "3.team@example.com"],
  },
  {
    what: "two addresses that begin with numbers",
    text: "1.men@example.org\n2.women@example.org",
    people: ["1.men@example.org", "2.women@example.org"],
  },
  {
    what: "addresses that may begin with a number or a sign",
    text: "1.ann@example.org\n3.bo@example.org\n-cy@example.org",
    people: ["1.ann@example.org", "3.bo@example.org", "-cy@example.org"],
  },
  {
    what: "a checklist",
    text: "☑ Ann Good ann@example.org\n☐ Bo Li bo@example.org\n- [ ] Cy Roth cy@example.org",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "Cy Roth <cy@example.org>"],
  },
  {
    what: "names behind the addresses",
    text: "ann@example.org (Ann Good)\nbo@example.org - Bo Li\ncy@example.org\tCy Roth",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "Cy Roth <cy@example.org>"],
  },
  {
    what: "lines of a CSV file",
    text: "Ann Good,ann@example.org\nBo Li;bo@example.org\ncy@example.org,Cy Roth",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "cy@example.org"],
  },
  {
    what: "a sentence whose words are no one's name",
    text: "Email office@example.org or, for Mia, anna.berger@example.org; see https://example.org/@mia",
    people: ["office@example.org", "anna.berger@example.org"],
  },
  {
    what: "a link with a copy",
    text: "mailto:ann@example.org?subject=Hi%20there&amp;cc=bo%40example.org",
    people: ["ann@example.org", "bo@example.org"],
  },
  {
    what: "links of a chat with formatting",
    text: "[ann@example.org](mailto:ann@example.org), *bo@example.org* and mailto:cy@example.org?subject=Hi",
    people: ["ann@example.org", "bo@example.org", "cy@example.org"],
  },
  {
    what: "spaces beside the @",
    text: "ann @example.org\nBo Li: bo@ example.org\ncy @ example.org, meet @ noon",
    people: [],
    typos: [
      ["ann @example.org", "ann@example.org"],
      ["Bo Li <bo@ example.org>", "Bo Li <bo@example.org>"],
      ["cy @ example.org", "cy@example.org"],
    ],
  },
  {
    what: "addresses hidden from machines",
    text: "Ann Good: ann(at)example.org\nbo [at] example [dot] org",
    people: [],
    typos: [
      ["Ann Good <ann(at)example.org>", "Ann Good <ann@example.org>"],
      ["bo [at] example [dot] org", "bo@example.org"],
    ],
  },
  {
    what: "an address that can't be repaired",
    text: "ann@example.org, bo@example, Cy Roth <cy roth@example.org>",
    people: ["ann@example.org"],
    typos: [
      ["bo@example", null],
      ["Cy Roth <cy roth@example.org>", null],
    ],
  },
  {
    what: "the endings of a phone's keyboard",
    text: "ann@mail;example\n‘bo@example.org’\no’neil@example.org",
    people: ["bo@example.org"],
    typos: [
      ["ann@mail;example", "ann@mail.example"],
      ["o’neil@example.org", "o'neil@example.org"],
    ],
  },
  {
    what: "the same person twice",
    text: "ann@example.org\nAnn Good <ANN@example.org>",
    people: ["Ann Good <ann@example.org>", "Ann Good <ANN@example.org>"],
  },
  {
    what: "words without an address",
    text: "Hi coach, see you at 5 @ the pitch. @mia bring the ball!",
    people: [],
  },
];

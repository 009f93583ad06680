import fc from "fast-check";
import { expect, it } from "vitest";
import "../../../test/seed.ts";
import { proofKey, proveFiles } from "./proof.ts";
import { filesOfRows, NO_FILES } from "./rowFiles.ts";
import type { FileText, PairedList } from "./types.ts";

const FIRST = [
  "Anna",
  "Ben",
  "Cem",
  "Dana",
  "Eva",
  "Fay",
  "Gus",
  "Hal",
  "Ida",
  "Jan",
  "Kim",
  "Lea",
];
const LAST = ["Ek", "Oz", "Ray", "Fox", "Ito", "Uhl", "Orr", "Abt", "Ness", "Moe", "Lind", "Voss"];
/** How a text writes a person; a signature is always written in one way. */
const WAYS = {
  name: (at: number) => `${FIRST[at]}\n${LAST[at]}`,
  turned: (at: number) => `${LAST[at]?.toUpperCase()}, ${FIRST[at]}`,
  address: (at: number) => `mail: p${at}@x.org.`,
};
type Way = keyof typeof WAYS;
const way = fc.constantFrom<Way>("name", "turned", "address");
const mention = fc.record({ at: fc.nat(FIRST.length - 1), way });
const worlds = fc.record({
  people: fc.integer({ min: 2, max: FIRST.length }),
  files: fc.array(
    fc.record({
      own: fc.option(way),
      others: fc.array(mention, { maxLength: 2 }),
      isSigned: fc.nat(20),
    }),
    { minLength: 1, maxLength: FIRST.length },
  ),
  signer: fc.option(fc.nat(FIRST.length - 1)),
  isEveryone: fc.boolean(),
  accepted: fc.nat(FIRST.length),
});

it("no file whose text names another person of the list goes without a decision, nor is it proven by another's name", () => {
  let muted = 0;
  fc.assert(
    fc.property(worlds, ({ people, files: given, signer, isEveryone, accepted }) => {
      const list: PairedList = {
        columns: ["First name", "Last name", "Email"],
        rows: Array.from({ length: people }, (_, at) => ({
          id: at,
          cells: [FIRST[at] ?? "", LAST[at] ?? "", `p${at}@x.org`],
        })),
      };
      // By file, which is that of the person with its number: whom its text names.
      const named = given.slice(0, people).map(({ own, others, isSigned }, at) => {
        const mentions: { at: number; way: Way }[] = [
          ...(own ? [{ at, way: own }] : []),
          ...others,
          ...(signer !== null && isSigned > 0 ? [{ at: signer, way: "name" } as const] : []),
          ...(isEveryone && at === 0 ? FIRST.map((_, n) => ({ at: n, way: "name" }) as const) : []),
        ];
        return {
          text: mentions.map((one) => `For ${WAYS[one.way](one.at)}`).join("\n\nand 12 more.\n"),
          marks: mentions.filter((one) => one.at < people),
        };
      });
      const files = named.map((_, at) => ({
        hash: `${at}`,
        name: `${FIRST[at]} ${LAST[at]}.pdf`,
        size: 1,
      }));
      const texts = new Map(
        named.map(({ text }, at): [string, FileText] => [`${at}`, { text, pages: 1 }]),
      );
      const sent = new Set(list.rows.map(({ id }) => id));
      const decided = {
        ...NO_FILES,
        files,
        accepted: new Set([proofKey({ row: accepted, hash: `${accepted}` })]),
      };
      const paired = filesOfRows(list, decided, sent, "Email");
      const pairs = [...paired.ofRow].flatMap(([row, own]) =>
        own.map(({ hash }) => ({ row, hash })),
      );
      expect(pairs).toHaveLength(files.length);
      const by = paired.pairing.by;
      const found = proveFiles({ list, address: "Email", by }, pairs, texts).proofs();
      const { unproven } = filesOfRows(list, decided, sent, "Email", found).questions;
      const asked = new Set(unproven.map(({ row }) => row));
      const isSame = (one: { at: number; way: Way }, other: { at: number; way: Way }) =>
        one.at === other.at && one.way === other.way;
      const inMost = (mark: { at: number; way: Way }) =>
        named.filter(({ marks }) => marks.some((one) => isSame(one, mark))).length >=
        named.length * 0.9;
      const common = named.length < 7 ? [] : named.flatMap(({ marks }) => marks).filter(inMost);
      const isFew = new Set(common.map(({ at }) => at)).size <= Math.min(3, people / 3);
      const isSigned = (mark: { at: number; way: Way }) =>
        isFew && common.some((one) => isSame(one, mark));
      for (const [at, { marks }] of named.entries()) {
        const others = marks.filter((one) => one.at !== at);
        const isOwn = marks.some((one) => one.at === at && !isSigned(one));
        const isWrong = others.some((one) => !(isOwn && isSigned(one)));
        if (!isWrong && others.length > 0) muted++;
        expect([at, asked.has(at)]).toEqual([at, isWrong && at !== accepted]);
        const proof = found.get(proofKey({ row: at, hash: `${at}` }));
        expect(proof?.kind === "names_person").toBe(isOwn && !isWrong);
      }
    }),
    { numRuns: 500 },
  );
  expect(muted).toBeGreaterThan(20);
});

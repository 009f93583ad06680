import { nameRowNumbers } from "@sendwright/core/list/rowNames";
import type { FileProof } from "@sendwright/core/pairing/proof";
import { proofKey } from "@sendwright/core/pairing/proof";
import type { FilesOfRows } from "@sendwright/core/pairing/rowFiles";
import type { Pair, PersonFile, UnclearFile } from "@sendwright/core/pairing/types";
import { listInWords, pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import type { FilePerson } from "./fileAnswers.ts";

export type FilePeople = ReadonlyMap<number, FilePerson>;

/**
 * "Anna Müller (row 7)", "Anna Müller (rows 7 and 8)" with two addresses, or "Anna Müller" if the
 * row isn't included.
 */
export function personWord(people: FilePeople, row: number): string {
  const person = people.get(row);
  if (person === undefined) return "someone else";
  const { name, numbers } = person;
  if (numbers.length === 0) return name;
  return `${name} (${nameRowNumbers(numbers)})`;
}

/** "Anna Müller (row 1), Ben Meyer (row 2) and 3 more". */
export function peopleWord(people: FilePeople, rows: readonly number[]): string {
  return listInWords(rows.map((row) => personWord(people, row)));
}

/** How files are paired: "By Personnel no.", "By First name and Last name". */
export function wayWord(by: readonly string[]): string {
  return `By ${by.join(" and ")}`;
}

interface SentFile {
  row: number;
  file: PersonFile;
  /** Null until it is checked. */
  proof: FileProof | null;
}

/** The files that go, each with its person. */
export function sentFiles(
  { ofRow }: Pick<FilesOfRows, "ofRow">,
  sent: ReadonlySet<number>,
  proofs: ReadonlyMap<string, FileProof>,
): SentFile[] {
  return [...ofRow].flatMap(([row, own]) =>
    sent.has(row)
      ? own.map((file) => ({
          row,
          file,
          proof: proofs.get(proofKey({ row, hash: file.hash })) ?? null,
        }))
      : [],
  );
}

function namingWords(naming: number, all: number): string {
  if (naming < all) return `${withCommas(naming)} of ${withCommas(all)} files name their person`;
  return all === 2
    ? "Both files name their person"
    : `All ${withCommas(all)} files name their person`;
}

/** "38 of 40 files name their person, 2 weren't checked." */
export function proofSentence(files: readonly SentFile[]): string {
  const kinds = files.map(({ proof }) => proof?.kind ?? "not_checked");
  const [first] = kinds;
  if (first !== undefined && kinds.length === 1) return `The file ${SAID[first].one}.`;
  const naming = kinds.filter((kind) => kind === "names_person" || kind === "names_others_too");
  const rest = UNPROVEN.flatMap((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return count === 0 ? [] : `${withCommas(count)} ${SAID[kind][count === 1 ? "one" : "several"]}`;
  });
  return `${[namingWords(naming.length, kinds.length), ...rest].join(", ")}.`;
}

/** The proofs that don't name the person, in the order in which they are counted. */
const UNPROVEN = ["names_others", "long", "names_no_one", "not_checked"] as const;

/** What a proof says, behind "the file" and "2 files". One word, such as a first name, is none. */
const SAID: Record<FileProof["kind"], { one: string; several: string }> = {
  names_person: { one: "names its person", several: "name their person" },
  names_others_too: { one: "names its person and others", several: "name their person and others" },
  names_others: { one: "names someone else", several: "name someone else" },
  names_no_one: {
    one: "has no full name, number or address from your list",
    several: "have no full name, number or address from your list",
  },
  not_checked: { one: "wasn't checked", several: "weren't checked" },
  long: { one: "is much longer than the others", several: "are much longer than the others" },
};

/**
 * The pairs that aren't proven, or that a file's name contradicts, for the question before a send:
 * "anna.pdf to Ben (row 2): named for Anna (row 1), wasn't checked".
 */
export function unprovenPairs(
  files: readonly SentFile[],
  people: FilePeople,
  namedFor: FilesOfRows["namedFor"],
): string[] {
  return files.flatMap(({ row, file, proof }) => {
    const kind = proof?.kind ?? "not_checked";
    const said = [
      namedForWords(namedFor, { row, hash: file.hash }, people),
      kind === "names_person" ? "" : SAID[kind].one,
    ].filter((words) => words !== "");
    return said.length === 0
      ? []
      : `${file.name} to ${personWord(people, row)}: ${said.join(", ")}`;
  });
}

/** "named for Anna (row 1)", of a file that someone else has by hand; otherwise "". */
export function namedForWords(
  namedFor: FilesOfRows["namedFor"],
  pair: Pair,
  people: FilePeople,
): string {
  const other = namedFor.get(proofKey(pair));
  return other === undefined ? "" : `named for ${personWord(people, other)}`;
}

/** Why a file's person is to be decided, though it is paired. */
export function unprovenSentence(
  name: string,
  row: number,
  proof: FileProof,
  people: FilePeople,
): string {
  const whose = personWord(people, row);
  switch (proof.kind) {
    case "names_others_too":
      return `${name} names ${whose} and ${pluralize(proof.others.length, "other person", "other people")}: ${peopleWord(people, proof.others)}. It may have everyone's pages.`;
    case "names_others":
      return `${name} is for ${whose}, but names ${peopleWord(people, proof.others)}.`;
    case "long":
      return `${name} for ${whose} has ${pluralize(proof.pages, "page")}, at least three times as many as most files. It may have everyone's pages.`;
    default:
      return `${name} is for ${whose}.`;
  }
}

/** Why a file isn't paired though it could be someone's. */
export function unclearSentence(
  name: string,
  { rows, reason }: UnclearFile,
  people: FilePeople,
): string {
  const whose = peopleWord(people, rows);
  switch (reason.kind) {
    case "several_rows":
      return `${name} could belong to ${whose}.`;
    case "several_files":
      return `${name} could be for ${whose}, but so could another file.`;
    case "other_word":
      return `${name} could be for ${whose}, but “${reason.word}” isn't in that row.`;
    case "other_column":
      return `${name} could be for ${whose}: ${reason.columns.join(" and ")} says someone else.`;
  }
}

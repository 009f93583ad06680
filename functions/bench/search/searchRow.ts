import { lazily } from "@sendwright/core/lazily";
import type { BenchRow } from "../../../bench/measure.ts";
import { took } from "../../../bench/measure.ts";
import { findPerson } from "../../src/features/sends/present/findPerson.ts";
import { listSends } from "../../src/features/sends/present/show.ts";
import { allRows, STORED_ROWS } from "../../src/store/sends/documents.ts";
import { aPlan, aSender, begun, ownProject, testEngine } from "../../test/sendsWorld.ts";

/** As many rows as an account may begin in a day; neither call reads more for more rows. */
const [SENDS, ROWS] = [20, 500];
const PERSON = "ann@example.org";
const LOOKS = 10;

ownProject();

/** Someone whose sends all have a row for the person. */
async function sends() {
  const [user, engine] = [await aSender(), testEngine()];
  for (let i = 0; i < SENDS; i++) {
    const { rows, ...plan } = aPlan(ROWS);
    const made = rows.map((row) => (row.n === ROWS / 2 ? { ...row, to: PERSON } : row));
    await begun(user, engine, { ...plan, rows: made });
  }
  return { user, engine };
}

const made = lazily(sends);

/**
 * The time of searches beside that of looks at the list, one after the other. The emulator has no
 * index: it reads all rows for a mark that no row has, too. That isn't ours, so it doesn't count.
 */
async function besideList(): Promise<number> {
  const { user, engine } = await made();
  let [searches, lists] = [0, 0];
  for (let i = 0; i < LOOKS; i++) {
    lists += await took(() => listSends(engine, user.uid));
    searches -= await took(() =>
      allRows(STORED_ROWS).where("who", "array-contains", "no one").get(),
    );
    searches += await took(async () => {
      const { rows } = await findPerson(engine, user.uid, PERSON);
      if (rows.length !== SENDS) throw new Error(`The search found ${rows.length} rows.`);
    });
  }
  return searches / lists;
}

export const rows: BenchRow[] = [
  {
    name: "search-person",
    what: `a search for a person in ${SENDS} sends of ${ROWS} rows, without the emulator's scan`,
    unit: "times the list of these sends",
    atMost: 3,
    decision: "a search is slow: look at the documents that it reads beside the list's.",
    measure: besideList,
  },
];

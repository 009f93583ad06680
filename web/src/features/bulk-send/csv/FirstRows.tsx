import type { CsvTable } from "@sendwright/functions/core";
import styles from "./csv.module.css";

const ROWS = 5;
const COLUMNS = 20;
const CHARACTERS = 80;

/** The first rows as they were read: whether the encoding is right is seen best in the names themselves. */
export function FirstRows({ table }: { table: CsvTable }) {
  const headers = table.headers.slice(0, COLUMNS);
  const more = table.headers.length - headers.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.peek} aria-label="The first rows of the file" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header.slice(0, CHARACTERS)}
              </th>
            ))}
            {more > 0 && <th scope="col">and {more} more</th>}
          </tr>
        </thead>
        <tbody>
          {table.rows.slice(0, ROWS).map(({ n, cells }) => (
            <tr key={n}>
              {headers.map((header, index) => (
                <td key={header}>{(cells[index] ?? "").slice(0, CHARACTERS)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

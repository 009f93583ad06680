import { Fragment, type ReactNode } from "react";
import styles from "./DataTable.module.css";
import { isolated } from "./isolated.tsx";

/**
 * Lets an address, or several in a text, break behind its @ and its dots, and not in the middle of
 * a word.
 */
export function breakable(address: string): ReactNode {
  return address.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and their order is all there is.
    <Fragment key={index}>
      {index > 0 && <span className={styles.here} />}
      {isolated(part)}
    </Fragment>
  ));
}

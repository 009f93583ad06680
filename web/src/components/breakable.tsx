import { Fragment, type ReactNode } from "react";
import styles from "./DataTable.module.css";

/** An address of at most so many characters has room wherever addresses are shown. */
const SHORT = 24;

/** Lets an address, or several in a text, break behind its @ and its dots, and not in the middle of a word. */
export function breakable(address: string): ReactNode {
  if (address.length <= SHORT) return address;
  return address.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name, and their order is all there is.
    <Fragment key={index}>
      {index > 0 && <span className={styles.here} />}
      {part}
    </Fragment>
  ));
}

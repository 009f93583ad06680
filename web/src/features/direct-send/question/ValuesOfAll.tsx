import { sameValues } from "../steps/SameValues.tsx";
import styles from "../steps/steps.module.css";
import type { sharedValues } from "./sharedValues.ts";

interface Props {
  people: number;
  values: ReturnType<typeof sharedValues>;
}

/** Says to several people's sender that nobody gets a value of their own: here a name is seen that greets somebody else. */
export function ValuesOfAll({ people, values }: Props) {
  if (people < 2 || values.length === 0) return null;
  return (
    <>
      <p>{sameValues(people)}:</p>
      <ul className={styles.people}>
        {values.map(({ name, value }) => (
          <li key={name}>
            {name}: <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

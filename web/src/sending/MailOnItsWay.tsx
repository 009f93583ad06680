import { Loading } from "../components/Loading.tsx";
import styles from "./MailOnItsWay.module.css";
import { TestToMyself } from "./TestToMyself.tsx";

/** Shown while a template or its email is loading. A test email waits as well, and says so. */
export function MailOnItsWay() {
  return (
    <div className={styles.place}>
      <Loading what="the preview" heights={[320]} />
      <div className={styles.actions}>
        <TestToMyself input={null} email="" />
      </div>
    </div>
  );
}

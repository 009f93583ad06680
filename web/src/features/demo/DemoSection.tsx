import { lazy, Suspense } from "react";
import section from "../../components/plain/section.module.css";
import styles from "./Demo.module.css";

const DemoForm = lazy(() => import("./DemoForm.tsx"));

/** The live demo on the landing page; its form loads after the page. */
export function DemoSection() {
  return (
    <section className={section.section} aria-labelledby="demo">
      <h2 id="demo" className="size-28">
        Try it
      </h2>
      <p className={section.under}>
        Fill in one row and see the email. We don't send or store anything.
      </p>
      <div className={styles.room}>
        <Suspense fallback={null}>
          <DemoForm />
        </Suspense>
      </div>
    </section>
  );
}

import { useTitle } from "../../lib/useTitle.ts";

/** The landing page (specification, section 2). */
export function LandingPage() {
  useTitle("");
  return <h1>Send Personalized Emails Effortlessly</h1>;
}

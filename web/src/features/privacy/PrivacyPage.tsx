/** The privacy policy (specification, section 2). */
export default function PrivacyPage() {
  return <h1>Privacy Policy</h1>;
}

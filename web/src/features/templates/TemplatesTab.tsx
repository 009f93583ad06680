/** The tab "Manage Templates" (specification, section 2). */
export default function TemplatesTab() {
  return <h1>Manage Templates</h1>;
}

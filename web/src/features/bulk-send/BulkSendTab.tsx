/** The tab "Bulk Send (CSV)" (specification, section 2). */
export default function BulkSendTab() {
  return <h1>Bulk Send (CSV)</h1>;
}

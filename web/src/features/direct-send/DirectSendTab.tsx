/** The tab "Direct Send" (specification, section 2). */
export default function DirectSendTab() {
  return <h1>Direct Send</h1>;
}

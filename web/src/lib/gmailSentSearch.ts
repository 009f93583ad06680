/** The address of Gmail's search for the emails that a sender sent to a recipient. */
export function gmailSentSearch(sender: string, recipient: string): string {
  const search = encodeURIComponent(`in:sent to:(${recipient.replace(/["()\s]/g, " ").trim()})`);
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(sender)}#search/${search}`;
}

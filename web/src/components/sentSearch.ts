/** The Gmail page with the emails that the sender's account sent to a recipient. */
export function sentSearch(sender: string, recipient: string): string {
  const search = encodeURIComponent(`in:sent to:(${recipient.replace(/["()\s]/g, " ").trim()})`);
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(sender)}#search/${search}`;
}

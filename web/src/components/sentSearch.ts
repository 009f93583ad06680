/** Takes the sender's address and a recipient's; gives the page of Gmail that shows what was sent to them. */
export function sentSearch(sender: string, recipient: string): string {
  const search = encodeURIComponent(`in:sent to:(${recipient.replace(/["()\s]/g, " ").trim()})`);
  return `https://mail.google.com/mail/?authuser=${encodeURIComponent(sender)}#search/${search}`;
}

/** Hands a file to the browser to save. */
export function download(
  name: string,
  content: string | Blob,
  type = "text/csv;charset=utf-8",
): void {
  const address = URL.createObjectURL(
    typeof content === "string" ? new Blob([content], { type }) : content,
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file a little later than the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Lets the browser save the file at an address of another site, which must send it as an
 * attachment.
 */
export function downloadFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.click();
}

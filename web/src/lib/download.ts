/** Takes a file's name, its text and its type; hands it to the browser to save. */
export function download(name: string, text: string, type = "text/csv;charset=utf-8"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file a little later than the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

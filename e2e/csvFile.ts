/** A CSV file as a file field takes it. */
export function csvFile(text: string, name = "people.csv") {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

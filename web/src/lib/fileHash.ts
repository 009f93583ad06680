/** The SHA-256 of a file's bytes, as the server names it. Throws if the file can't be read. */
export async function fileHashOf(file: Blob): Promise<string> {
  return await hashOf(await file.arrayBuffer());
}

/** The SHA-256 of bytes, in hexadecimal digits. */
export async function hashOf(bytes: BufferSource): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
/** No folder's path and no name in the zip get too long with it. */
const MAX_LENGTH = 100;

/** A file's name as Windows, macOS and Linux all allow it, with its ending. */
export function safeFileName(name: string): string {
  const allowed = name
    .normalize("NFC")
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  const [, stem = "", ending = ""] = /^(.*?)(\.[^.]{1,20})?$/s.exec(allowed) ?? [];
  const cut = [...stem]
    .slice(0, MAX_LENGTH)
    .join("")
    .replace(/[. ]+$/, "");
  return `${cut || "file"}${ending}`.replace(DEVICE, "_$&");
}

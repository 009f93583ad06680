/**
 * Endings that Gmail refuses (https://support.google.com/mail/answer/6590). It also looks into archives, which we leave
 * to Gmail.
 */
const REFUSED_ENDINGS = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar
  jnlp js jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vxd wsc wsf wsh
  xll`.split(/\s+/),
);

/** Characters of a file name that file systems allow. */
const MAX_FILENAME_LENGTH = 255;

/** The ending for which Gmail refuses a file (`.exe`), or null if it accepts it. */
export function refusedKind(filename: string): string | null {
  // Windows drops dots and spaces at the end, so `tool.exe. ` is also a program.
  const ending = /\.([^.]*)$/.exec(filename.replace(/[. ]+$/, ""))?.[1]?.toLowerCase();
  return ending !== undefined && REFUSED_ENDINGS.has(ending) ? `.${ending}` : null;
}

/** Why an email can't contain a file name ("has …", "is …"), or null if it can. */
export function filenameProblem(filename: string): string | null {
  if (filename.trim() === "") return "has no name";
  if (filename.length > MAX_FILENAME_LENGTH) return `has a name longer than ${MAX_FILENAME_LENGTH} characters`;
  if (/\p{Cc}/u.test(filename)) return "has a line break or an unprintable character in its name";
  // `invoice\u202efdp.exe` reads as a PDF.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(filename)) return "has hidden characters in its name that reverse the text";
  return null;
}

/** Files that systems put into folders. No one means to send them. */
const OF_SYSTEM = /(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini|~\$[^/]*)$/i;

/** The dropped or chosen files, also those in folders, without files of the system. */
export async function filesIn({ files, items }: DataTransfer): Promise<File[]> {
  // Entries are readable only until the event is over.
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return withoutSystem([...files]);
  const found: File[] = [];
  for (const entry of entries) await addFiles(entry, found);
  return withoutSystem(found);
}

/** Files without those that systems put into folders. */
export function withoutSystem(files: readonly File[]): File[] {
  return files.filter((file) => !OF_SYSTEM.test(pathOf(file)));
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

/** Adds a file, or the files of a folder. */
async function addFiles(entry: FileSystemEntry, to: File[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    to.push(withPath(file, entry.fullPath.replace(/^\//, "")));
    return;
  }
  for (const inside of await entriesIn(entry as FileSystemDirectoryEntry))
    await addFiles(inside, to);
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A browser gives at most 100 at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The file with its folders, as those of a chosen folder have them. */
function withPath(file: File, path: string): File {
  if (path.includes("/")) Object.defineProperty(file, "webkitRelativePath", { value: path });
  return file;
}

type Reader = typeof import("./reader.ts");

let reader: Reader | null = null;

/** The functions that read a paste; null until their script is there. */
export const pasteReader = (): Reader | null => reader;

/** Loads the functions that read a paste. */
export const PASTE_READER = {
  preload: async (): Promise<Reader> => {
    reader = await import("./reader.ts");
    return reader;
  },
};

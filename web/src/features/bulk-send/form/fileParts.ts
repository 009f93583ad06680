/** The parts of the form that are a file or table and what was done to it, as they are without one. */
export const FILE_PARTS = {
  source: null,
  reading: { delimiter: null, encoding: null, noHeadings: false },
  recipientColumn: null,
  columnMap: {},
  sameForAll: {},
  dateOrders: {},
  rowEdits: {},
  skipRows: [],
  sentBefore: [],
  keepDuplicates: false,
  undo: [],
  corrects: null,
} as const;

/** The parts of the form that are a list, and what goes with it, as they are without one. */
export const LIST_PARTS = { manualText: "", values: {}, unfinished: [], attachments: [] } as const;

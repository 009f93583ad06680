/** The parts of the form that are a file or table and what was done to it, as they are without one. */
export const FILE_PARTS = {
  source: null,
  reading: { delimiter: null, encoding: null },
  recipientColumn: null,
  columnMap: {},
  sameForAll: {},
  dateOrders: {},
  rowEdits: {},
  skipRows: [],
  sentBefore: [],
  keepDuplicates: false,
} as const;

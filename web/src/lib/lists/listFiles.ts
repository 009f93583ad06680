/** The files that hold lists, as a file picker names them. */
export const LIST_FILES =
  ".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods,text/csv,text/tab-separated-values,text/plain";

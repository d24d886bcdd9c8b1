/** What a company's archive of contracts holds at most, and what is filed, named or imported at once. */
export const filingLimits = {
  folders: 1000,
  depth: 5,
  filedAtOnce: 200,
  fields: 30,
  choices: 50,
  textLength: 200,
  importRows: 2000,
  importBytes: 5 * 1024 * 1024,
  /** Of one contract that was not signed here. */
  importedBytes: 50 * 1024 * 1024,
  /** Of all of a company. */
  importedTotal: 20 * 1024 * 1024 * 1024,
  exportRows: 10_000,
  retentionYears: 10,
  mostYears: 100,
} as const

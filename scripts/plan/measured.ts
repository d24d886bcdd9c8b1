/**
 * What plans are computed from, each measured by the command beside it on two virtual cores of an AMD EPYC, with the
 * embedded PostgreSQL 18: a contract of three parties over a file of 98 KB, from upload to archive; the middle of four
 * runs of sixty contracts.
 */
export const measured = {
  /** `npm run bench -- footprint` */
  contract: {
    signatures: 3,
    /** Of the log without images of pages; most of it the search index. */
    walKb: 1105,
    pageImagesKb: 67,
    /** After vacuum: rows, their indexes, the text that can be searched. */
    databaseKb: 87,
    /** The file as uploaded, and the archived document. */
    blobKb: 284,
    objects: 2,
    serverCpuMs: 255,
    databaseCpuMs: 99,
  },
} as const

/** Content-addressed bytes. What is written never changes; what is read is checked. */
export type BlobStore = {
  /** Stores bytes durably and answers their SHA-256 in hex. Storing the same bytes again is free. */
  put: (bytes: Buffer) => Promise<string>
  /** Answers the bytes; throws `BlobDamaged` when they no longer match the hash, `BlobMissing` when gone. */
  get: (sha256: string) => Promise<Buffer>
  /** Removes bytes that were `put` and that nothing names any more; what is not there is no fault. */
  remove: (sha256: string) => Promise<void>
  /**
   * Removes bytes that nothing names, unless they were `put` at `storedBefore` (ms) or since: then a row that is not
   * committed yet may name them. Safe against whoever puts them at the same time.
   */
  free: (sha256: string, storedBefore: number) => Promise<void>
  /**
   * Everything that is stored, or only what has a name that begins with `folder` (two hex digits); in no order, and
   * what is put meanwhile may be missing.
   */
  list: (folder?: string) => AsyncIterable<StoredBlob>
  /** Removes what a crash left of puts and frees in that folder before `leftBefore` (ms): it has no blob's name. */
  dropLeftovers: (folder: string, leftBefore: number) => Promise<void>
  /** The name by which a database knows this store; null when it has none yet. */
  readId: () => Promise<string | null>
  writeId: (id: string) => Promise<void>
  /** Ends connections. */
  close: () => void
}

/** `storedAt` in ms, `length` in bytes. */
export type StoredBlob = { name: string; storedAt: number; length: number }

/** No bytes are kept under this hash. */
export class BlobMissing extends Error {
  override name = 'BlobMissing'
}

/** What is kept under this hash has another one: the disk, or somebody, has changed it. */
export class BlobDamaged extends Error {
  override name = 'BlobDamaged'
}

/** The store cannot be reached, is full or refuses us: it may be asked again in a moment. */
export class BlobStoreAway extends Error {
  override name = 'BlobStoreAway'
  /** Nothing more has room there. */
  readonly isFull: boolean
  constructor(message: string, { cause, isFull = false }: { cause?: unknown; isFull?: boolean } = {}) {
    super(message, { cause })
    this.isFull = isFull
  }
}

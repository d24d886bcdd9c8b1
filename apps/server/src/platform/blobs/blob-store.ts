/** Content-addressed bytes. What is written never changes; what is read is checked. */
export type BlobStore = {
  /** Stores bytes durably and answers their SHA-256 in hex. Storing the same bytes again is free. */
  put: (bytes: Buffer) => Promise<string>
  /** Answers the bytes; throws `BlobDamaged` when they no longer match their name, `BlobMissing` when gone. */
  get: (sha256: string) => Promise<Buffer>
  /** Removes bytes that nothing names any more; what is not there is no fault. */
  remove: (sha256: string) => Promise<void>
}

export class BlobMissing extends Error {
  override name = 'BlobMissing'
}

export class BlobDamaged extends Error {
  override name = 'BlobDamaged'
}

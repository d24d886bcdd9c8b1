/** What SHA-256 and SM3 differ in; their blocks, padding and state have one shape. */
export interface Compression {
  /** Eight words. */
  initial: Int32Array
  /** Works the 64 bytes at `offset` into the state. */
  compress: (state: Int32Array, data: Uint8Array, offset: number) => void
}

const mebibyte = 1024 * 1024

/** How much of a package is read; counted, never timed. Sizes in bytes. */
export interface OfdLimits {
  entries: number
  /** Of all entries together, unpacked. */
  unpacked: number
  /** Unpacked to packed, of an entry of over a mebibyte. */
  ratio: number
  /** Of an XML file that is read. */
  xml: number
  /** Of all XML that is read. */
  xmlTogether: number
  elements: number
  depth: number
  signatures: number
  /** Of all signatures together. */
  references: number
  /** Digests are taken of so many bytes, of all signatures together. */
  digested: number
}

/** Far above an invoice or a contract of hundreds of scanned pages. */
export const defaultLimits: OfdLimits = {
  entries: 10_000,
  unpacked: 256 * mebibyte,
  ratio: 250,
  xml: 16 * mebibyte,
  xmlTogether: 48 * mebibyte,
  elements: 400_000,
  depth: 64,
  signatures: 100,
  references: 50_000,
  digested: 1024 * mebibyte,
}

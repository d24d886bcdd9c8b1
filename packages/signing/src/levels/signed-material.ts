import { createHash } from 'node:crypto'
import type { Head } from '../append/layout.ts'
import { readDer } from '@moqi/trust/asn1/read-der'
import { readSignedData, type SignedData } from '@moqi/trust/cms/read-signed-data'

/** id-aa-signatureTimeStampToken. */
const timestampAttribute = '1.2.840.113549.1.9.16.2.14'

/** What one signature or document time-stamp of a PDF brings for its own validation. */
export interface SignedMaterial {
  /**
   * Key of its entry in /VRI: SHA-1 of /Contents with its padding, in upper-case hexadecimal (EN 319 142-1 §5.4.2.3).
   */
  vriKey: string
  /** DER of the certificates in the CMS and in the time-stamps it carries. */
  certificates: Buffer[]
}

/**
 * The material of every signature that `head` knows of in `pdf`, oldest first; the PDF is not parsed. Throws
 * `DerFault` or `SignerCountFault` for a hole without a CMS, and none is found in heads of older documents.
 */
export function signedMaterial(pdf: Buffer, { holes = [] }: Pick<Head, 'holes'>): SignedMaterial[] {
  return holes.map(([start, end]) => materialOf(Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex')))
}

/** The material of one /Contents, padding included. */
export function materialOf(contents: Buffer): SignedMaterial {
  const data = readSignedData(readDer(contents).raw)
  return {
    vriKey: createHash('sha1').update(contents).digest('hex').toUpperCase(),
    certificates: certificatesIn(data),
  }
}

function certificatesIn({ certificates, signer }: SignedData): Buffer[] {
  const tokens = signer.unsigned.get(timestampAttribute) ?? []
  return [...certificates, ...tokens.flatMap(({ raw }) => readSignedData(raw).certificates)]
}

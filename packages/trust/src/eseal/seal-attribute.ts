import { oid, sequence, setOf } from '../asn1/der.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import { signWithSeal } from './seal-signature.ts'

/**
 * The signed attribute of a PDF signature that holds its SES_Signatures. No standard names one for PDF: this number
 * lies in the arc kept for examples (RFC 5612), so nobody can take it for something else.
 */
export const sealAttributeType = '1.3.6.1.4.1.32473.1.2'

/** Where the protected bytes of a SES_Signature are (propertyInfo): what /ByteRange of the same signature covers. */
export const sealedRange = '/ByteRange'

/** The attribute: one SES_Signature by `key` with each seal (DER) over the same digest. Throws `UnsupportedKey`. */
export async function sealAttribute(
  key: SigningKey,
  seals: Buffer[],
  { dataHash, at }: { dataHash: Buffer; at: Date },
): Promise<Buffer> {
  const signatures: Buffer[] = []
  for (const seal of seals) {
    // The time-stamp over the whole signature covers this one as well.
    signatures.push(await signWithSeal({ key }, { seal, at, dataHash, propertyInfo: sealedRange, extensions: [] }))
  }
  return sequence(oid(sealAttributeType), setOf(...signatures))
}

/** Room a seal takes in a CMS, in bytes: the seal, the signer's certificate, a signature and what wraps them. */
export const roomForSeal = ({ identity }: SigningKey, seal: Buffer): number =>
  seal.length + identity.certificate.length + 256

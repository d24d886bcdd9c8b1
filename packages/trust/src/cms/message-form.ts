import { type KeyType, signatureAlgorithm } from './algorithms.ts'
import { oid, sequence } from '../asn1/der.ts'

/**
 * Which edition of GB/T 35275 a signature made with SM2 follows. 2017 is written from GM/T 0010 and GM/T 0006, on
 * which it rests, and from what others write; the printed text of 2026 was not at hand: it is taken to keep the
 * content types and to name the signature as certificates do (1.2.156.10197.1.501).
 */
export type GmEdition = '2017' | '2026'

/** The identifiers in which CMS (RFC 5652) and GB/T 35275 differ; the structure is one. */
export interface MessageForm {
  /** Dotted content types of the signed bytes and of the message around them. */
  data: string
  signedData: string
  /** AlgorithmIdentifier in SignerInfo. */
  signature: Buffer
}

/** RFC 5652, also for SM2 where RFC 3161 asks for it. */
export function rfcForm(keyType: KeyType): MessageForm {
  return {
    data: '1.2.840.113549.1.7.1',
    signedData: '1.2.840.113549.1.7.2',
    signature: signatureAlgorithm[keyType],
  }
}

/** SM2 as a digital signature algorithm alone, its hash named beside it (GM/T 0006-2012). */
const sm2Signature = sequence(oid('1.2.156.10197.1.301.1'))

const editions: Readonly<Record<GmEdition, MessageForm>> = {
  '2017': { data: '1.2.156.10197.6.1.4.2.1', signedData: '1.2.156.10197.6.1.4.2.2', signature: sm2Signature },
  '2026': {
    data: '1.2.156.10197.6.1.4.2.1',
    signedData: '1.2.156.10197.6.1.4.2.2',
    signature: signatureAlgorithm.SM2,
  },
}

/** The form of a document signature: GB/T 35275 for SM2, RFC 5652 for the others. */
export function documentForm(keyType: KeyType, edition: GmEdition = '2017'): MessageForm {
  return keyType === 'SM2' ? editions[edition] : rfcForm(keyType)
}

import { type CertificateChallenge, readChallenge } from '@moqi/domain/account/certificate-key'
import { childrenIn, DerFault, octetsOf, oidOf, readStrictDer, tags } from '@moqi/trust/asn1/read-der'
import { CompanionFailure } from './companion-failure.ts'

/** What a key is asked to sign: a challenge that says what it is for, or documents by their hashes. */
export type Question =
  | { kind: 'challenge'; challenge: CertificateChallenge; data: Buffer[] }
  | { kind: 'documents'; title: string; digests: string[]; data: Buffer[] }

const mostDocuments = 50
const contentTypeId = '1.2.840.113549.1.9.3'
const messageDigestId = '1.2.840.113549.1.9.4'
const setTag = 0x31

/**
 * Reads what a page at `origin` asks the certificate named `id` to sign. Nothing else is signed than challenges of that
 * very origin for that certificate, and signed attributes of CMS. Throws `not-asked-so`, `other-origin`.
 */
export function readQuestion(origin: string, id: string, asked: object): Question {
  if ('code' in asked && typeof asked.code === 'string') return readCode(origin, id, asked.code)
  const listed = 'toBeSignedArray' in asked ? asked.toBeSignedArray : null
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostDocuments) {
    throw new CompanionFailure('not-asked-so')
  }
  const data = listed.map((one: unknown) => Buffer.from(typeof one === 'string' ? one : '', 'base64'))
  const title = 'title' in asked && typeof asked.title === 'string' ? asked.title.slice(0, 200) : ''
  return { kind: 'documents', title, digests: data.map(digestIn), data }
}

function readCode(origin: string, id: string, code: string): Question {
  const challenge = readChallenge(code)
  if (!challenge) throw new CompanionFailure('not-asked-so')
  if (challenge.origin !== origin || challenge.certificate !== id) throw new CompanionFailure('other-origin')
  return { kind: 'challenge', challenge, data: [Buffer.from(code)] }
}

/** The hash that signed attributes (RFC 5652 §5.3) vouch for, hex. */
function digestIn(attributes: Buffer): string {
  try {
    const set = readStrictDer(attributes)
    if (set.tag !== setTag || set.raw.length !== attributes.length) throw new DerFault('no signed attributes')
    const values = new Map(
      childrenIn(set, setTag).map((attribute) => {
        const [type, value] = childrenIn(attribute, tags.sequence)
        return [oidOf(type), value]
      }),
    )
    const [digest] = childrenIn(values.get(messageDigestId), setTag)
    if (!values.has(contentTypeId)) throw new DerFault('no content type')
    return octetsOf(digest).toString('hex')
  } catch (error) {
    if (error instanceof DerFault) throw new CompanionFailure('not-asked-so', { cause: error })
    throw error
  }
}

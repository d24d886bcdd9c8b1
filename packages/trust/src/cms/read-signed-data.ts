import {
  childrenIn,
  childrenOf,
  type Der,
  DerFault,
  expect,
  expectNoParameters,
  isDer,
  octetsOf,
  oidOf,
  readDer,
  tags,
} from '../asn1/read-der.ts'

const signedDataTypes = new Set(['1.2.840.113549.1.7.2', '1.2.156.10197.6.1.4.2.2'])

/** id-ri-ocsp-response (RFC 5940 2.1). */
const ocspFormat = '1.3.6.1.5.5.7.16.2'

/** The parts of a CMS SignedData with one signer (RFC 5652 5.1, 5.3). */
export interface SignedData {
  /** eContentType. */
  contentType: string
  /** Encapsulated content, absent when detached. */
  content?: Buffer
  /** DER certificates as they stand. */
  certificates: Buffer[]
  /** DER certificate revocation lists as they stand. */
  revocationLists: Buffer[]
  /** DER OCSP responses (RFC 5940) as they stand. */
  responses: Buffer[]
  signer: SignerInfo
}

/** A SignerInfo as it was read, not yet judged (RFC 5652 5.3). */
export interface SignerInfo {
  /** Issuer name and serial number as DER, or the subject key identifier. */
  sid: { issuer: Buffer; serial: Buffer } | { keyIdentifier: Buffer }
  digestOid: string
  /** AlgorithmIdentifier of the signature. */
  algorithm: Der
  value: Buffer
  /** The signed attributes as the SET that was hashed; absent when there are none. */
  signedBytes?: Buffer
  /** Whether that SET is in DER. */
  attributesAreDer: boolean
  /** Values by attribute type; an attribute that occurs twice has its values joined. */
  signed: Map<string, Der[]>
  unsigned: Map<string, Der[]>
  /** Types that occur more than once. */
  repeated: string[]
}

/** SignedData with another number of signers than one (C2). */
export class SignerCountFault extends Error {
  constructor(count: number) {
    super(`${count} signers`)
    this.name = 'SignerCountFault'
  }
}

/** Reads a ContentInfo holding SignedData (C1, C2). Throws `DerFault`, `SignerCountFault`. */
export function readSignedData(bytes: Buffer): SignedData {
  const [type, wrapped] = atMost(2, childrenIn(readDer(bytes), tags.sequence))
  if (!signedDataTypes.has(oidOf(type))) throw new DerFault('not SignedData')
  const [body] = atMost(1, childrenIn(wrapped, tags.context0))
  const [version, digestAlgorithms, encapsulated, ...rest] = childrenIn(body, tags.sequence)
  expect(version, tags.integer)
  const offered = childrenIn(digestAlgorithms, tags.set).map((algorithm) => oidOf(childrenOf(algorithm)[0]))
  const [contentType, explicit] = atMost(2, childrenIn(encapsulated, tags.sequence))
  const sets = rest.slice(0, -1).map(({ tag }) => tag)
  if (!['', '160', '161', '160 161'].includes(sets.join(' '))) throw new DerFault('elements that SignedData has not')
  const signers = childrenIn(rest.at(-1), tags.set)
  const [only] = signers
  if (signers.length !== 1 || !only) throw new SignerCountFault(signers.length)
  const signer = readSigner(only)
  if (!offered.includes(signer.digestOid)) throw new DerFault('digest algorithm not announced')
  const members = (tag: number) => rest.filter((part) => part.tag === tag).flatMap(childrenOf)
  return {
    contentType: oidOf(contentType),
    ...(explicit ? { content: octetsOf(childrenOf(explicit)[0]) } : {}),
    certificates: members(tags.context0)
      .filter((member) => member.tag === tags.sequence)
      .map((member) => member.raw),
    revocationLists: members(tags.context1)
      .filter((member) => member.tag === tags.sequence)
      .map((member) => member.raw),
    responses: members(tags.context1)
      .filter((member) => member.tag === tags.context1)
      .flatMap((member) => {
        const [format, response] = childrenOf(member)
        return response && oidOf(format) === ocspFormat ? [response.raw] : []
      }),
    signer,
  }
}

function readSigner(info: Der): SignerInfo {
  const [version, sid, digest, ...rest] = childrenIn(info, tags.sequence)
  expect(version, tags.integer)
  const signedSet = rest[0]?.tag === tags.context0 ? rest.shift() : undefined
  const [algorithm, value, unsignedSet] = atMost(3, rest)
  if (unsignedSet) expect(unsignedSet, tags.context1)
  const [digestType, digestParameters] = childrenIn(digest, tags.sequence)
  expectNoParameters(digestParameters)
  const signed = readAttributes(signedSet)
  const asSet = signedSet && Buffer.concat([Buffer.of(tags.set), signedSet.raw.subarray(1)])
  return {
    sid: readIdentifier(sid),
    digestOid: oidOf(digestType),
    algorithm: expect(algorithm, tags.sequence),
    value: octetsOf(value),
    ...(asSet ? { signedBytes: asSet } : {}),
    attributesAreDer: asSet !== undefined && isDer(readDer(asSet)),
    signed: signed.values,
    unsigned: readAttributes(unsignedSet).values,
    repeated: signed.repeated,
  }
}

/** C1: nothing stands behind the last element that the standard knows. */
function atMost(count: number, elements: Der[]): Der[] {
  if (elements.length > count) throw new DerFault('more elements than there may be')
  return elements
}

function readIdentifier(sid: Der | undefined): SignerInfo['sid'] {
  if (sid?.tag === 0x80) return { keyIdentifier: sid.content }
  const [issuer, serial] = childrenIn(sid, tags.sequence)
  return { issuer: expect(issuer, tags.sequence).raw, serial: expect(serial, tags.integer).content }
}

function readAttributes(set: Der | undefined): { values: Map<string, Der[]>; repeated: string[] } {
  const values = new Map<string, Der[]>()
  const repeated: string[] = []
  for (const attribute of set ? childrenOf(set) : []) {
    const [type, members] = childrenIn(attribute, tags.sequence)
    const oid = oidOf(type)
    const known = values.get(oid)
    if (known) repeated.push(oid)
    values.set(oid, [...(known ?? []), ...childrenIn(members, tags.set)])
  }
  return { values, repeated }
}

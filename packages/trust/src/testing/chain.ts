import { type Authority, authorityOf, signCertificate } from '../certificates/authority.ts'
import { basicConstraints, keyUsage } from '../certificates/extensions.ts'
import { keyPair } from './authority-scene.ts'
import { boolean, encode, integer, octets, oid, sequence, set, utf8 } from '../asn1/write-der.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'

const validity = { notBefore: new Date('2010-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }

/** A complete Extension in DER. */
export const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value))

/** A Name of attributes given as identifier and text, the broadest first. */
export const nameOf = (...parts: [string, string][]): Buffer =>
  sequence(...parts.map(([type, text]) => set(sequence(oid(type), utf8(text)))))

/** C=CN, O, CN. */
export const named = (organization: string, commonName: string): Buffer =>
  nameOf(['2.5.4.6', 'CN'], ['2.5.4.10', organization], ['2.5.4.3', commonName])

/** GeneralNames by form (RFC 5280 4.2.1.6). */
export const generalName = {
  directory: (name: Buffer): Buffer => encode(0xa4, name),
  mail: (text: string): Buffer => encode(0x81, Buffer.from(text)),
  dns: (text: string): Buffer => encode(0x82, Buffer.from(text)),
  uri: (text: string): Buffer => encode(0x86, Buffer.from(text)),
  address: (...bytes: number[]): Buffer => encode(0x87, Buffer.from(bytes)),
  /** An otherName such as a Microsoft user name. */
  other: (type: string, text: string): Buffer => encode(0xa0, oid(type), encode(0xa0, utf8(text))),
}

const subtrees = (tag: number, bases: Buffer[]) =>
  bases.length > 0 ? [encode(tag, ...bases.map((base) => sequence(base)))] : []

/** nameConstraints of permitted and excluded bases. */
export function nameConstraints(permitted: Buffer[], excluded: Buffer[], critical = true): Buffer {
  return extension('2.5.29.30', critical, sequence(...subtrees(0xa0, permitted), ...subtrees(0xa1, excluded)))
}

/** subjectAltName. */
export const alternativeNames = (...names: Buffer[]): Buffer => extension('2.5.29.17', false, sequence(...names))

/** certificatePolicies, not critical. */
export const policies = (...ids: string[]): Buffer =>
  extension('2.5.29.32', false, sequence(...ids.map((id) => sequence(oid(id)))))

/** policyConstraints with requireExplicitPolicy, critical as it must be. */
export const explicitPolicy = (skip: number): Buffer =>
  extension('2.5.29.36', true, sequence(encode(0x80, integer(skip).subarray(2))))

/** inhibitAnyPolicy, critical as it must be. */
export const inhibitAnyPolicy = (skip: number): Buffer => extension('2.5.29.54', true, integer(skip))

/** policyMappings of pairs, critical. */
export const policyMappings = (...pairs: [string, string][]): Buffer =>
  extension('2.5.29.33', true, sequence(...pairs.map(([from, to]) => sequence(oid(from), oid(to)))))

/** A root, or an authority under another, with more extensions than its own. */
export async function makeAuthority(
  above: Authority | undefined,
  name: Buffer,
  more: Buffer[] = [],
  pathLength = 8,
  { publicKey, privateKey } = keyPair(),
): Promise<Authority> {
  const extensions = [basicConstraints({ pathLength }), keyUsage('keyCertSign', 'cRLSign'), ...more]
  const certificate = { ...validity, issuer: above?.name ?? name, name, publicKey, extensions }
  const der = await signCertificate(above?.key ?? privateKey, certificate)
  return authorityOf(privateKey, der, above ? [...above.key.identity.chain, above.key.identity.certificate] : [])
}

/** A signer's key, certified by an authority whose chain its signatures bring. */
export async function makeSigner(
  authority: Authority,
  name: Buffer,
  more: Buffer[] = [],
  { publicKey, privateKey } = keyPair(),
): Promise<SigningKey> {
  const certificate = await signCertificate(authority.key, {
    ...validity,
    issuer: authority.name,
    name,
    publicKey,
    extensions: [basicConstraints(false), keyUsage('digitalSignature', 'nonRepudiation'), ...more],
  })
  const { identity } = authority.key
  return signingKey(privateKey, certificate, [identity.certificate, ...identity.chain])
}

import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import type { Authority } from '@moqi/trust/certificates/authority'
import { signatureBits } from '@moqi/trust/certificates/extensions'
import { signatureAlgorithm } from '@moqi/trust/cms/keys'
import { certificateTime, encode, explicit, integer, octets, sequence } from '@moqi/trust/asn1/write-der'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { decisive } from '../testing/reasons.ts'
import { type VerifyOptions, verifyPdf } from '../verify-pdf.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { extension, makeSigner, named } from '@moqi/trust/testing/chain'

const on = await scene()
const { timestamps } = on
const minutes = (count: number) => new Date(sceneTime.getTime() + count * 60_000)
const now = minutes(60)
const place = (url: string) => encode(0xa0, encode(0xa0, encode(0x86, Buffer.from(url))))
const published = (url: string) => extension('2.5.29.31', false, sequence(sequence(place(url))))
/** One that says where its lists are, and one that does not. */
const [placed, key] = [
  await makeSigner(on.issuing, named('甲公司', '张三'), [published('https://ca.example/1.crl')]),
  await makeSigner(on.issuing, named('甲公司', '李四')),
]
const signed = await signField(foreignPdf(), { key, timestamps })
const unproven = await signField(foreignPdf(), { key })
const elsewhere = await signField(foreignPdf(), { key: placed, timestamps })
const { serial } = readCertificate(key.identity.certificate)

interface Entry {
  reason?: number
  at?: Date
  /** Whose certificate it is, when that is said. */
  issuer?: Buffer
  more?: Buffer[]
}

interface Listed {
  entries?: Entry[]
  extensions?: Buffer[]
  thisUpdate?: Date
  authority?: Authority
}

/** A revocation list (RFC 5280 5.1) whose entries are all about the signer. */
async function list({ entries = [], extensions = [], ...more }: Listed = {}): Promise<Buffer> {
  const { thisUpdate = minutes(5), authority = on.issuing } = more
  const revoked = entries.map(({ reason = 1, at = minutes(-30), issuer, more: others = [] }) => {
    const about = issuer ? [extension('2.5.29.29', true, sequence(encode(0xa4, issuer)))] : []
    const why = extension('2.5.29.21', false, encode(0x0a, Buffer.of(reason)))
    return sequence(integer(serial), certificateTime(at), sequence(why, ...about, ...others))
  })
  const algorithm = signatureAlgorithm[authority.key.identity.keyType]
  const body = sequence(
    integer(1),
    algorithm,
    authority.name,
    certificateTime(thisUpdate),
    certificateTime(minutes(600)),
    ...(revoked.length > 0 ? [sequence(...revoked)] : []),
    ...(extensions.length > 0 ? [explicit(0, sequence(...extensions))] : []),
  )
  return sequence(body, algorithm, signatureBits(await authority.key.sign(body)))
}

const rootList = await list({ authority: on.root })
const judge = (bytes: Buffer, crls: Buffer[], more: Partial<VerifyOptions> = {}) =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], crls: [rootList, ...crls], now, ...more })
const said = async (bytes: Buffer, ...lists: Buffer[]) => decisive(await judge(bytes, lists))
const revocation = async (bytes: Buffer, ...lists: Buffer[]) =>
  (await judge(bytes, lists)).reasonArray.map(({ code }) => code).filter((code) => code.startsWith('revocation'))

const extent = (...parts: Buffer[]) => extension('2.5.29.28', true, sequence(...parts))
const flag = (tag: number, value = 0xff) => encode(tag, Buffer.of(value))
const delta = extension('2.5.29.27', true, integer(1))
const unknown = (critical: boolean) => extension('2.999.5', critical, octets(Buffer.of(1)))

const revoked: Entry[] = [{}]

describe('T7: a revocation counts in every list its issuer signed', () => {
  test.each<[string, Listed]>([
    ['a complete one', {}],
    ['one that says where it is published', { extensions: [extent(place('https://ca.example/1.crl'))] }],
    ['one for users', { extensions: [extent(flag(0x81))] }],
    ['one that claims to be for authorities', { extensions: [extent(flag(0x82))] }],
    ['one for some reasons', { extensions: [extent(encode(0x83, Buffer.of(1, 0x40)))] }],
    ['a delta', { extensions: [delta] }],
    ['one with a critical extension nobody knows', { extensions: [unknown(true)] }],
    ['one a little ahead of our clock', { thisUpdate: minutes(64) }],
  ])('%s', async (_, more) => {
    expect(await said(signed, await list({ entries: revoked, ...more }))).toEqual(['invalid certificate-revoked'])
    expect(await said(unproven, await list({ entries: revoked, ...more }))).toEqual([
      'indeterminate certificate-revoked',
    ])
  })

  test('but not in one from the future', async () => {
    expect(await said(signed, await list({ entries: revoked, thisUpdate: minutes(66) }))).toEqual([])
  })

  test('beside entries for other issuers, and below its own name', async () => {
    const [own, other] = [on.issuing.name, on.root.name]
    const indirect = [extent(flag(0x84))]
    const judged = async (...entries: Entry[]) => said(signed, await list({ entries, extensions: indirect }))
    expect(await judged({}, { issuer: other, at: minutes(-20) })).toEqual(['invalid certificate-revoked'])
    expect(await judged({ issuer: other }, { issuer: own })).toEqual(['invalid certificate-revoked'])
    expect(await judged({ issuer: other }, {})).toEqual([])
  })

  test('with an extension nobody knows', async () => {
    expect(await said(signed, await list({ entries: [{ more: [unknown(true)] }] }))).toEqual([
      'invalid certificate-revoked',
    ])
  })
})

describe('T8: only a list that would name the certificate says that it is good', () => {
  test.each<[string, Buffer[], string[]]>([
    ['a complete one', [], []],
    ['one that says where it is published', [extent(place('https://ca.example/1.crl'))], []],
    ['one for users', [extent(flag(0x81))], []],
    ['one for both, which says nothing', [extent(flag(0x81, 0), flag(0x82, 0))], []],
    ['one for authorities', [extent(flag(0x82))], ['revocation-unknown']],
    ['one for some reasons', [extent(encode(0x83, Buffer.of(1, 0x40)))], ['revocation-unknown']],
    ['one for attributes', [extent(flag(0x85))], ['revocation-unknown']],
    ['a delta', [delta], ['revocation-unknown']],
    ['one with a critical extension nobody knows', [unknown(true)], ['revocation-unknown']],
    ['one with another extension', [unknown(false)], []],
  ])('%s', async (_, extensions, expected) => {
    expect(await revocation(signed, await list({ extensions }))).toEqual(expected)
  })

  test('of several by place, the one the certificate names', async () => {
    const at = (url: string) => list({ extensions: [extent(place(url))] })
    expect(await revocation(elsewhere, await at('https://ca.example/1.crl'))).toEqual([])
    expect(await revocation(elsewhere, await at('https://ca.example/2.crl'))).toEqual(['revocation-unknown'])
    expect(await revocation(elsewhere, await list())).toEqual([])
  })

  test('one for authorities speaks of authorities', async () => {
    const own = await list({ authority: on.root, extensions: [extent(flag(0x82))] })
    const verdict = await verifyPdf(signed, {
      trustedRoots: [on.root.key.identity.certificate],
      crls: [own, await list()],
      now,
    })
    expect(verdict.reasonArray.map(({ code }) => code)).not.toContain('revocation-unknown')
  })
})

describe('T7: a certificate on hold', () => {
  const hold: Entry = { reason: 6, at: minutes(-50) }

  test('is unclear, and hides no revocation', async () => {
    expect(await said(signed, await list({ entries: [hold] }))).toEqual(['indeterminate certificate-revoked'])
    const both = [await list({ entries: [hold] }), await list({ entries: revoked })]
    expect(await said(signed, ...both)).toEqual(['invalid certificate-revoked'])
    expect(await said(signed, await list({ entries: [hold, ...revoked] }))).toEqual(['invalid certificate-revoked'])
  })

  test('when it signed stays unclear, although it was revoked later', async () => {
    const later = await list({ entries: [{ at: minutes(30) }] })
    expect(await said(signed, later)).toEqual([])
    expect(await said(signed, later, await list({ entries: [hold] }))).toEqual(['indeterminate certificate-revoked'])
  })
})

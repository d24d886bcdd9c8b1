import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { encode, octets, oid, sequence, set } from '@moqi/trust/asn1/write-der'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { codesOf } from '../testing/reasons.ts'
import { verifyPdf } from '../verify-pdf.ts'
import { childrenOf, DerFault, readDer } from '@moqi/trust/asn1/read-der'
import { readSignedData } from '@moqi/trust/cms/read-signed-data'

const on = await scene()
const key = await on.party('甲方')

/** The same element with more inside, at the end of the element that the child numbers lead to. */
function grown(der: Buffer, path: number[], extra: Buffer): Buffer {
  const element = readDer(der)
  const children = childrenOf(element).map(({ raw }) => raw)
  const [next, ...rest] = path
  if (next === undefined) return encode(element.tag, ...children, extra)
  return encode(element.tag, ...children.map((child, index) => (index === next ? grown(child, rest, extra) : child)))
}

const honest = await signDigest({ key }, Buffer.alloc(32, 1))
const evil = octets(Buffer.from('evil'))
const lists = encode(0xa1)

describe('C1: a SignedData has the elements of the standard and no more', () => {
  test('the honest one is read, with unsigned attributes and revocation lists too', async () => {
    expect(readSignedData(honest).signer.unsigned.size).toBe(0)
    const stamped = await signDigest({ key, timestamps: on.timestamps }, Buffer.alloc(32, 1))
    expect(readSignedData(stamped).signer.unsigned.size).toBe(1)
    const attribute = encode(0xa1, sequence(oid('1.2.3'), set(evil)))
    expect(readSignedData(grown(honest, [1, 0, 4, 0], attribute)).signer.unsigned.size).toBe(1)
    const parts = childrenOf(readDer(bodyOf(honest))).map(({ raw }) => raw)
    parts.splice(-1, 0, lists)
    const withLists = sequence(oid('1.2.840.113549.1.7.2'), encode(0xa0, sequence(...parts)))
    expect(readSignedData(withLists).revocationLists).toEqual([])
  })

  test.each([
    ['SignerInfo', [1, 0, 4, 0]],
    ['SignedData', [1, 0]],
    ['the content', [1, 0, 2]],
    ['the wrapping', [1]],
    ['ContentInfo', []],
  ])('one more element in %s is refused', (_, path) => {
    const more =
      path.length === 3 ? grown(grown(honest, path, encode(0xa0, evil)), path, evil) : grown(honest, path, evil)
    expect(() => readSignedData(more)).toThrow(DerFault)
  })

  test('two unsigned sets are one too many', () => {
    const twice = grown(grown(honest, [1, 0, 4, 0], lists), [1, 0, 4, 0], lists)
    expect(() => readSignedData(twice)).toThrow('more elements than there may be')
  })

  test('a file signed so is told to be malformed', async () => {
    const cms = async (digest: Buffer) => grown(await signDigest({ key }, digest), [1, 0, 4, 0], evil)
    const bytes = await signField(foreignPdf(), { key, cms })
    const verdict = await verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
    expect(codesOf(verdict, 'invalid')).toEqual(['cms-malformed'])
  })
})

/** The SignedData of a ContentInfo. */
function bodyOf(der: Buffer): Buffer {
  return childrenOf(readDer(der))[1]?.content ?? evil
}

import { createPrivateKey, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { digest, digestOf, isSm2, type KeyType, signatureAlgorithm } from '@moqi/trust/cms/keys'
import { integer, oid, sequence } from '@moqi/trust/asn1/write-der'
import { documentForm, type MessageForm, rfcForm, signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { modOrder, numberOf, scalarBytes, sm2Points, sm2ToPkcs8 } from '@moqi/trust/sm2/sm2-key'
import { sm2Signer } from '@moqi/trust/sm2/sm2-signature'
import { issueSigningKey } from '@moqi/trust/suites/suite'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import type { Verdict } from '../verdict.ts'
import { verifyPdf } from '../verify-pdf.ts'

const on = await scene(undefined, 'SM2')
const { key, privateKey } = await issueSigningKey({
  authority: on.issuing,
  subject: { commonName: '张三', country: 'CN' },
  profile: 'signer',
  notBefore: new Date('2026-01-01T00:00:00Z'),
  notAfter: new Date('2046-01-01T00:00:00Z'),
})
if (!isSm2(privateKey)) throw new Error('no SM2 key')
const { identity } = key
const scalar = numberOf(privateKey.scalar)
const honest = sm2Signer(privateKey)

/** What a file of another maker says of itself. */
interface Foreign {
  form?: MessageForm
  /** Whose hash is named. */
  keyType?: KeyType
  /** Content type in the signed attributes; the form's when absent. */
  attribute?: string
  sign?: (attributes: Buffer) => Buffer
  change?: (cms: Buffer) => Buffer
}

async function judge(foreign: Foreign): Promise<Verdict> {
  const { form = documentForm('SM2'), keyType = 'SM2', attribute = form.data, sign: signer = honest } = foreign
  const pdf = await signField(foreignPdf(), {
    key,
    subFilter: 'adbe.pkcs7.detached',
    cms: (_, content) => {
      const attributes = signedAttributes(identity, digest(digestOf[keyType], content), attribute)
      const parts = { identity: { ...identity, keyType }, form, attributes, signature: signer(attributes) }
      const cms = signedData(parts)
      return foreign.change?.(cms) ?? cms
    },
  })
  return verifyPdf(pdf, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
}

const worst = ({ verdict, reasonArray }: Verdict) => [
  verdict,
  ...reasonArray.filter(({ severity }) => severity === 'invalid').map(({ code }) => code),
]

const replace = (from: Buffer, to: Buffer) => (cms: Buffer) => {
  const text = cms.toString('hex')
  expect(text).toContain(from.toString('hex'))
  return Buffer.from(text.replaceAll(from.toString('hex'), to.toString('hex')), 'hex')
}

const nonce = 0x1234567890abcdefn
const { Fn } = sm2Points()
const x = sm2Points().BASE.multiply(nonce).x
const pair = (r: bigint, s: bigint) => sequence(integer(scalarBytes(r)), integer(scalarBytes(s)))

function withoutZ(e: bigint): Buffer {
  const r = modOrder(e + x)
  return pair(r, modOrder(Fn.inv(scalar + 1n) * (nonce - r * scalar)))
}

function plainEcdsa(e: bigint): Buffer {
  const r = modOrder(x)
  return pair(r, modOrder(Fn.inv(nonce) * (e + r * scalar)))
}

describe('wrappers (C1, C8)', () => {
  test.each<[string, MessageForm]>([
    ['GB/T 35275-2017', documentForm('SM2', '2017')],
    ['GB/T 35275-2026', documentForm('SM2', '2026')],
    ['PKCS#7', rfcForm('SM2')],
    ['PKCS#7 with SM2 alone as algorithm', { ...rfcForm('SM2'), signature: documentForm('SM2').signature }],
    ['the curve as algorithm', { ...rfcForm('SM2'), signature: sequence(oid('1.2.156.10197.1.301')) }],
  ])('%s passes', async (_, form) => {
    const verdict = await judge({ form })
    expect(worst(verdict)).toEqual(['valid'])
    expect(verdict.signatureArray[0]).toMatchObject({ integrity: 'intact', algorithm: 'SM2 / SM3' })
  })

  test('a mixture of content type and attribute does not', async () => {
    const attribute = rfcForm('SM2').data
    expect(worst(await judge({ attribute }))).toEqual(['invalid', 'cms-attribute-missing'])
  })
})

describe('the signature value (C8)', () => {
  test('made by node with an empty user id is right, with a remark', async () => {
    const nodeKey = createPrivateKey({ key: sm2ToPkcs8(privateKey), format: 'der', type: 'pkcs8' })
    const verdict = await judge({ sign: (attributes) => sign('sm3', attributes, nodeKey) })
    expect(worst(verdict)).toEqual(['valid'])
    expect(verdict.reasonArray.map(({ code }) => code)).toContain('sm2-empty-user-id')
  })

  test.each([
    ['SM2 without Z', withoutZ],
    ['plain ECDSA with SM3', plainEcdsa],
  ])('%s is wrong', async (_, make) => {
    const verdict = await judge({ sign: (attributes) => make(numberOf(digest('SM3', attributes))) })
    expect(worst(verdict)).toEqual(['invalid', 'signature-value-wrong'])
  })

  test('under another hash than SM3 is wrong, whatever the algorithm says', async () => {
    expect(worst(await judge({ form: rfcForm('SM2'), keyType: 'P-256' }))).toEqual(['invalid', 'signature-value-wrong'])
  })

  test('of ECDSA with SHA-256 is wrong: an SM2 key serves SM2 alone', async () => {
    const form = { ...rfcForm('SM2'), signature: signatureAlgorithm['P-256'] }
    const verdict = await judge({
      form,
      keyType: 'P-256',
      sign: (attributes) => plainEcdsa(numberOf(digest('SHA-256', attributes))),
    })
    expect(worst(verdict)).toEqual(['invalid', 'signature-value-wrong'])
  })
})

test('a certificate whose point is off the curve makes the signature unclear, never right', async () => {
  const { point } = privateKey.publicKey
  const off = Buffer.from(point)
  off[64] = (off[64] ?? 0) ^ 1
  const verdict = await judge({ change: replace(point, off) })
  expect(verdict.verdict).not.toBe('valid')
  expect(verdict.reasonArray.map(({ code }) => code)).toContain('algorithm-unsupported')
})

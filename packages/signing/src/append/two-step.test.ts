import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type Authority, issueCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { codesOf } from '@moqi/verify/testing/reasons'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import {
  ask,
  filesOnDisk,
  hasTool,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { disc, threeParties } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDocument } from './sign-document.ts'
import { completeExternalSignature, type ExternalSignatureState, prepareExternalSignature } from './two-step.ts'

const on = await scene()
const openssl = hasTool('openssl')
const font = notoSans()
const { certifier, timestamps } = on
const frozen = await freezeDocument(
  { certifier, timestamps, now: () => sceneTime },
  tinyPdf({ pages: 1, size: a4 }),
  threeParties,
)
const root = on.root.key.identity.certificate
const request = (slot: string) => ({
  signature: { slot, image: disc() },
  signerName: '张三',
  reason: '同意签署',
  at: sceneTime,
})

const list = (authority: Authority) =>
  createRevocationList({ authority, revoked: [], thisUpdate: sceneTime, nextUpdate: new Date('2026-11-21'), number: 1 })

/** What keeps it from being valid for us, with every certificate's revocation list at hand. */
async function judge(pdf: Buffer): Promise<string[]> {
  const crls = await Promise.all([list(on.root), list(on.issuing)])
  const verdict = await verifyPdf(pdf, { trustedRoots: [root], crls, now: sceneTime })
  return [...codesOf(verdict, 'invalid'), ...codesOf(verdict, 'indeterminate')]
}

/** A key pair openssl makes and keeps; of it we see the public half only. */
async function outsider(kind: 'ec' | 'rsa') {
  const { key } = filesOnDisk({ key: '' })
  const algorithm = kind === 'ec' ? ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['RSA']
  ask('openssl', 'genpkey', '-algorithm', ...algorithm, '-out', key)
  const publicKey = createPublicKey(ask('openssl', 'pkey', '-in', key, '-pubout').said)
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '张三', country: 'CN' },
    publicKey,
    profile: 'signer',
    crlUrl: 'https://ca.example/ca.crl',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
  })
  const sign = (toBeSigned: string) => {
    const { data } = filesOnDisk({ data: Buffer.from(toBeSigned, 'base64') })
    const out = join(dirname(data), 'signature')
    ask('openssl', 'dgst', '-sha256', '-sign', key, '-out', out, data)
    return readFileSync(out)
  }
  return { certificate, chain: [on.issuing.key.identity.certificate], sign }
}

const prepare = (who: { certificate: Buffer; chain: Buffer[] }, slot = 'moqi-0001', head = frozen.head) =>
  prepareExternalSignature({ font, ...who }, { ...frozen, head }, request(slot))

/** As it comes back from where it was stored between the steps. */
const stored = (state: ExternalSignatureState): ExternalSignatureState => JSON.parse(JSON.stringify(state))

test.skipIf(!openssl).each(['ec', 'rsa'] as const)(
  'a document signed by openssl with %s, after its state was stored, is valid to openssl and to us (needs openssl)',
  async (kind) => {
    const signer = await outsider(kind)
    const { toBeSigned, state } = prepare(signer)
    const signature = signer.sign(toBeSigned)
    const signed = await completeExternalSignature({ head: frozen.head, timestamps }, stored(state), signature)
    const pdf = Buffer.concat([frozen.bytes, signed.increment])
    const found = signaturesIn(pdf)
    expect(found.map((one) => opensslCms(one, root).code)).toEqual([0, 0])
    expect(found.map((one) => opensslTimestamp(one, root).code)).toEqual([0, 0])
    expect(await judge(pdf)).toEqual(['contract-unfinished'])
  },
)

/** A P-256 signer that answers as tokens do, r‖s. */
async function token() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '李四', country: 'CN' },
    publicKey,
    profile: 'signer',
    crlUrl: 'https://ca.example/ca.crl',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
  })
  const imported = await crypto.subtle.importKey(
    'pkcs8',
    new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const sign = async (toBeSigned: string) =>
    Buffer.from(
      await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        imported,
        new Uint8Array(Buffer.from(toBeSigned, 'base64')),
      ),
    )
  return { certificate, chain: [on.issuing.key.identity.certificate], sign }
}

test('an answer of r and s is written as DER', async () => {
  const signer = await token()
  for (let time = 0; time < 20; time++) {
    const { toBeSigned, state } = prepare(signer)
    const raw = await signer.sign(toBeSigned)
    expect(raw).toHaveLength(64)
    const signed = await completeExternalSignature({ head: frozen.head }, stored(state), raw)
    expect(signed.increment.includes(raw.toString('hex'))).toBe(false)
  }
})

test('the first step asks for nothing secret: two preparations of one request are the same', async () => {
  const signer = await token()
  expect(prepare(signer)).toEqual(prepare(signer))
})

test('a signature that came after another one is told to start anew, and then fits', async () => {
  const signer = await token()
  const late = prepare(signer, 'moqi-0002')
  const first = await signDocument({ key: await on.party('王五'), font }, frozen, request('moqi-0001'))
  const signature = await signer.sign(late.toBeSigned)
  await expect(completeExternalSignature({ head: first.head }, late.state, signature)).rejects.toMatchObject({
    name: 'ExternalSignatureRefusal',
    reason: 'head-moved',
  })
  const again = prepare(signer, 'moqi-0002', first.head)
  const second = await completeExternalSignature({ head: first.head }, again.state, await signer.sign(again.toBeSigned))
  const pdf = Buffer.concat([frozen.bytes, first.increment, second.increment])
  expect(await judge(pdf)).toEqual(['contract-unfinished'])
})

test('a signature by another key, over other bytes, or cut short is not put into the document', async () => {
  const signer = await token()
  const { toBeSigned, state } = prepare(signer)
  const own = await signer.sign(toBeSigned)
  const wrong = [
    await (await token()).sign(toBeSigned),
    await signer.sign(prepare(signer, 'moqi-0003').toBeSigned),
    own.subarray(0, 63),
    Buffer.alloc(0),
  ]
  for (const signature of wrong) {
    await expect(completeExternalSignature({ head: frozen.head }, state, signature)).rejects.toMatchObject({
      reason: 'signature-wrong',
    })
  }
})

test('an increment that was changed between the steps no longer takes the signature', async () => {
  const signer = await token()
  const { toBeSigned, state } = prepare(signer)
  const signature = await signer.sign(toBeSigned)
  for (const at of [20, state.placeholder.end + 5]) {
    const changed = Buffer.from(state.increment, 'base64')
    changed[at] = (changed[at] ?? 0) ^ 1
    const other = { ...state, increment: changed.toString('base64') }
    await expect(completeExternalSignature({ head: frozen.head }, other, signature)).rejects.toThrow('signature-wrong')
  }
})

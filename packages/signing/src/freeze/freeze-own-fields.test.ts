import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '@moqi/trust/testing/foreign-judge'
import type { Frozen, Head } from '../append/layout.ts'
import { signDocument } from '../append/sign-document.ts'
import { disc } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { certifiedUpload, type CertifiedUpload } from '@moqi/form/testing/certified-document'
import { listsAt } from '../testing/archive-scene.ts'
import { appendDocumentTimestamp, appendValidationData } from '../levels/archive-document.ts'
import { gatherValidationData, signedMaterial } from '../levels/validation-data.ts'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { FieldPlan } from './field-plan.ts'
import { freezeDocument } from './freeze-document.ts'

const on = await scene()
const elsewhere = await scene()
const notice = '测试证书，无法律效力'
const deps = { certifier: on.certifier, timestamps: on.timestamps, now: () => sceneTime, notice }
const box = { x: 1, y: 1, width: 10, height: 10 }
const none = { stamps: [], crossPageSeals: [], texts: [] }
const planFor = (...names: string[]): FieldPlan => ({
  ...none,
  signatures: names.map((field, index) => ({ slot: `moqi-${index + 1}`, page: 1, box, field })),
})
const upload = async (options: Partial<CertifiedUpload> = {}) =>
  certifiedUpload({ key: await elsewhere.party('其他平台'), timestamps: elsewhere.timestamps, ...options })

/** The document after each slot in turn is signed by a party of its own. */
async function signedBy(frozen: Frozen): Promise<{ bytes: Buffer; head: Head; increments: Buffer[] }> {
  let { bytes, head } = frozen
  const increments: Buffer[] = []
  for (const [index, { slot }] of frozen.slots.entries()) {
    const signerName = `签署人${index + 1}`
    const signed = await signDocument(
      { key: await on.party(signerName), timestamps: on.timestamps, font: notoSans() },
      { layout: structuredClone(frozen.layout), slots: frozen.slots, head: structuredClone(head) },
      { signature: { slot, image: disc(200 + index) }, signerName, reason: '同意签署', at: sceneTime },
    )
    increments.push(signed.increment)
    bytes = Buffer.concat([bytes, signed.increment])
    head = signed.head
  }
  return { bytes, head, increments }
}

async function archived(frozen: Frozen, { bytes, head }: { bytes: Buffer; head: Head }): Promise<Buffer> {
  const issuers = [on.root.key.identity.certificate, on.issuing.key.identity.certificate]
  const { data } = await gatherValidationData(signedMaterial(bytes, head), { issuers, source: listsAt(on, sceneTime) })
  const filled = appendValidationData({ layout: frozen.layout, head }, data, sceneTime)
  const stamped = await appendDocumentTimestamp(on, { layout: frozen.layout, head: filled.head })
  return Buffer.concat([bytes, filled.increment, stamped.increment])
}

const roots = [on, elsewhere].map(({ root }) => root.key.identity.certificate)
const crls = (
  await Promise.all(
    [on, elsewhere].flatMap((each) =>
      [each.root, each.issuing].map(
        async (authority) =>
          (await listsAt(each, sceneTime)(each.certifier.identity.certificate, authority.key.identity.certificate))
            .crls,
      ),
    ),
  )
).flat()
const judge = async (pdf: Buffer) =>
  verifyPdf(pdf, {
    trustedRoots: roots,
    ownRoots: roots.slice(0, 1),
    crls,
    now: sceneTime,
    renderer: await openPageImages(),
  })
const serious = ({ reasonArray }: Awaited<ReturnType<typeof judge>>) =>
  reasonArray.filter(({ severity }) => severity !== 'info').map(({ code, detail }) => `${code} ${detail ?? ''}`)

describe.each<[string, Partial<CertifiedUpload>]>([
  ['P 2', { level: 2 }],
  ['P 3', { level: 3 }],
  ['a turned page', { rotate: 90 }],
  ['a form inside the catalog', { inlineForm: true }],
  ['a last field that locks all', { fields: ['', '/Lock<</Type/SigFieldLock/Action/All>>'] }],
  ['a field that locks itself', { fields: ['/Lock<</Type/SigFieldLock/Action/Include/Fields[(buyer)]>>', ''] }],
])('a file certified elsewhere, with %s', async (_, options) => {
  const bytes = await upload(options)
  const frozen = await freezeDocument(deps, bytes, planFor('buyer', 'seller'))
  const signed = await signedBy(frozen)
  const kept = await archived(frozen, signed)

  test('is signed in its own fields, byte for byte, and gets no other', async () => {
    expect(kept.subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(frozen.increment.length > 0).toBe(options.inlineForm ?? false)
    const added = Buffer.concat(signed.increments).toString('latin1')
    expect(added).not.toMatch(/\/T\(moqi|DocMDP|\/FT\/Btn/)
    expect(added.match(/\/Subtype ?\/Widget/g)).toHaveLength(2)
  })

  test('is valid for our verifier, as signed and as archived', async () => {
    for (const pdf of [signed.bytes, kept]) {
      const verdict = await judge(pdf)
      expect(serious(verdict)).toEqual([])
      expect(verdict.verdict).toBe('valid')
      const [first, ...parties] = verdict.signatureArray
      expect(first).toMatchObject({ kind: 'certification', permission: 'allowed-changes', ownPlatform: false })
      expect(parties.slice(0, 2).map(({ fieldName, verdict: each }) => [fieldName, each])).toEqual([
        ['buyer', 'valid'],
        ['seller', 'valid'],
      ])
    }
  })

  test.skipIf(!hasTool('qpdf'))('has no fault qpdf can find (needs qpdf)', () => {
    expect(ask('qpdf', '--check', filesOnDisk({ pdf: kept }).pdf)).toMatchObject({ code: 0 })
  })

  test.skipIf(!hasTool('pdfsig'))('is intact for pdfsig (needs pdfsig)', () => {
    const { said } = ask('pdfsig', '-nocert', filesOnDisk({ pdf: signed.bytes }).pdf)
    expect(said.match(/Signature is Valid/g)).toHaveLength(3)
    expect(said.match(/ {2}- Total document signed/g)).toHaveLength(1)
    // It says nothing of document time-stamps (ADR 0009).
    const { said: later } = ask('pdfsig', '-nocert', filesOnDisk({ pdf: kept }).pdf)
    expect(later.match(/Signature is Valid/g)).toHaveLength(3)
  })

  test.skipIf(!hasTool('mutool'))('is whole for mutool (needs mutool)', () => {
    const { said } = ask('mutool', 'sign', '-v', filesOnDisk({ pdf: kept }).pdf)
    expect(said.match(/The signature is valid but there have been edits since signing/g)).toHaveLength(3)
    expect(said).not.toMatch(/Digest error/)
  })
})

test('a party that signs after a lock on its field is found out', async () => {
  const bytes = await upload({ fields: ['/Lock<</Type/SigFieldLock/Action/All>>', ''] })
  const { bytes: pdf } = await signedBy(await freezeDocument(deps, bytes, planFor('buyer', 'seller')))
  expect(serious(await judge(pdf)).join()).toContain('change-locked-field')
})

test('the notice stands in the first signature of ours and is used again', async () => {
  const frozen = await freezeDocument(deps, await upload(), planFor('buyer', 'seller'))
  const [first, second] = (await signedBy(frozen)).increments.map((increment) => increment.toString('latin1'))
  expect(frozen.head.images).toEqual({})
  expect(first).toMatch(/\/N \d+ 0 R>>/)
  expect(second).not.toContain('/FontFile2')
})

const freeze = async (options: Partial<CertifiedUpload>, plan: FieldPlan) =>
  freezeDocument(deps, await upload(options), plan)

describe('is not frozen', () => {
  test.each<[string, Partial<CertifiedUpload>, FieldPlan, string]>([
    ['when nothing may change', { level: 1 }, planFor('buyer'), 'certified'],
    ['when no field is left', { fields: [] }, planFor('buyer'), 'certified'],
    ['in a field apart from its widget', { apart: true }, planFor('buyer'), 'field-missing'],
    ['in a field that is not there', {}, planFor('witness'), 'field-missing'],
    ['in one field twice', {}, planFor('buyer', 'buyer'), 'own-fields-only'],
    ['with a new field', {}, { ...none, signatures: [{ slot: 'moqi-1', page: 1, box }] }, 'own-fields-only'],
    ['with a stamp', {}, { ...planFor('buyer'), stamps: [{ slot: 'moqi-9', page: 1, box }] }, 'own-fields-only'],
    [
      'in a field that requires what we cannot give',
      { fields: ['/SV<</Ff 8/Reasons[(ok)]>>', ''] },
      planFor('buyer'),
      'field-missing',
    ],
  ])('%s', async (_, options, plan, reason) => {
    await expect(freeze(options, plan)).rejects.toMatchObject({ name: 'FreezeRefusal', reason })
  })

  test('in fields of an upload that takes new ones', async () => {
    await expect(freeze({ entries: '' }, planFor('buyer'))).rejects.toMatchObject({ reason: 'field-missing' })
  })
})

import { expect, test } from 'vitest'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc, sample } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { fitText, textAppearance } from '@moqi/signing/append/text-appearance'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { writeFont } from '@moqi/pdf/fonts/text-font'
import { inspectUpload } from './inspect-upload.ts'
import { intakeLimits } from './intake-refusal.ts'
import { Increment } from '@moqi/pdf/write/increment'
import { pointsPerMillimetre } from '@moqi/pdf/page-geometry'
import { reference, textString } from '@moqi/pdf/write/pdf-syntax'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { decisive } from '@moqi/verify/testing/reasons'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import type { Frozen } from '@moqi/signing/append/layout'

/** What the author filled in, judged by the rules for anybody's documents when somebody changes it afterwards. */

const on = await scene()
const deps = { certifier: on.certifier, timestamps: on.timestamps, now: () => sceneTime }
const font = notoSans()
const box = { x: 10, y: 10, width: 80, height: 8 }
const nothing: FieldPlan = {
  signatures: [{ slot: 'moqi-1', page: 1, box: { x: 100, y: 200, width: 30, height: 30 } }],
  stamps: [],
  crossPageSeals: [],
  texts: [],
}
const filledIn: FieldPlan = {
  ...nothing,
  filled: [{ slot: 'moqi-2', label: '合同价款', page: 1, box, fontSize: 12, value: '合同价款 100 元' }],
  ticked: [{ slot: 'moqi-3', label: '含税', page: 1, box: { x: 10, y: 30, width: 5, height: 5 }, checked: true }],
}

async function signed(frozen: Frozen) {
  const key = await on.party('张三')
  const made = await signDocument({ key, timestamps: on.timestamps, font }, frozen, {
    signature: { slot: 'moqi-1', image: disc() },
    signerName: '张三',
    reason: '同意签署',
    at: sceneTime,
  })
  return { ...made, pdf: Buffer.concat([frozen.bytes, made.increment]) }
}

const judge = (pdf: Buffer, ownRoots: Buffer[] = []) =>
  verifyPdf(pdf, { trustedRoots: [on.root.key.identity.certificate], ownRoots, now: sceneTime })

function fieldOf(pdf: Buffer, name: string) {
  const view = readForTests(pdf).views.at(-1)
  const field = view && readModel(view)?.fields.find((one) => one.name === name)
  if (!field) throw new Error(`no field ${name}`)
  return { number: field.number, widget: field.widgets[0]?.number ?? 0, source: sourceOf(pdf, field.number) }
}

test('another price in the place of the author’s is no honest change', async () => {
  const frozen = await freezeDocument(deps, sample('保密协议'), filledIn)
  const { pdf, head } = await signed(frozen)
  expect((await judge(pdf)).verdict).toBe('valid')
  const increment = new Increment(head, frozen.layout)
  const value = '合同价款 999 元'
  const slot = {
    slot: 'moqi-2',
    fontSize: 12,
    width: box.width * pointsPerMillimetre,
    height: box.height * pointsPerMillimetre,
    rotate: 0 as const,
  }
  const embedded = writeFont(increment, font, value)
  const appearance = textAppearance(increment, embedded, { slot, fitted: fitText(font, slot, value) })
  const { number, source } = fieldOf(pdf, 'moqi-2')
  const forged = source
    .replace(/\/V(\([^)]*\)|<[^>]*>)/, `/V${textString(value)}`)
    .replace(/\/N \d+ 0 R/, `/N ${reference(appearance)}`)
  expect(forged).not.toBe(source)
  increment.object({ number, generation: 0 }, forged)
  const { verdict, reasonArray } = await judge(Buffer.concat([pdf, increment.finishUnsigned().bytes]))
  expect(verdict).toBe('invalid')
  expect(reasonArray.map(({ code }) => code)).toContain('change-locked-field')
})

test('the author’s box stays as it was ticked', async () => {
  const { pdf } = await signed(await freezeDocument(deps, sample('保密协议'), filledIn))
  const { number, source } = fieldOf(pdf, 'moqi-3')
  const forged = appendIncrement(pdf, [{ number, body: source.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off') }])
  expect(decisive(await judge(forged))).toContain('invalid change-locked-field')
})

test('the kept form of an upload stays as it was filled in', async () => {
  const { bytes } = await inspectUpload(sample('intake/带表单'), intakeLimits, { formMode: 'keep' })
  const frozen = await freezeDocument(deps, bytes, nothing)
  expect(frozen.increment.toString('latin1')).toContain(
    '/TransformMethod/FieldMDP/TransformParams<</Type/TransformParams/Action/Include/Fields[(buyer.name)(agree)]/V/1.2>>',
  )
  const { pdf } = await signed(frozen)
  expect((await judge(pdf, [on.root.key.identity.certificate])).verdict).toBe('valid')
  const { number, widget, source } = fieldOf(pdf, 'agree')
  const forged = appendIncrement(pdf, [
    { number, body: source.replace('/V /Yes', '/V /Off') },
    { number: widget, body: sourceOf(pdf, widget).replace('/AS /Yes', '/AS /Off') },
  ])
  expect(forged.subarray(pdf.length).toString('latin1')).toContain('/V /Off')
  expect(decisive(await judge(forged))).toContain('invalid change-locked-field')
})

test('a certification that has nothing to lock says so by saying nothing', async () => {
  const { increment } = await freezeDocument(deps, sample('保密协议'), nothing)
  expect(increment.includes('FieldMDP')).toBe(false)
})

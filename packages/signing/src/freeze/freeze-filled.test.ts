import { expect, test } from 'vitest'
import { sample } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { FieldPlan } from './field-plan.ts'
import { freezeDocument } from './freeze-document.ts'

const on = await scene()
const deps = { certifier: on.certifier, timestamps: on.timestamps, now: () => sceneTime }
const box = { x: 10, y: 10, width: 40, height: 8 }
const planOf = (value: string): FieldPlan => ({
  signatures: [{ slot: 'moqi-1', page: 1, box: { x: 100, y: 10, width: 20, height: 20 } }],
  stamps: [],
  crossPageSeals: [],
  texts: [],
  filled: [{ slot: 'moqi-2', label: '月工资', page: 1, box, fontSize: 12, value }],
  ticked: [{ slot: 'moqi-3', label: '试用期', page: 1, box: { x: 10, y: 30, width: 5, height: 5 }, checked: true }],
})
const freeze = (value: string) => freezeDocument(deps, sample('采购框架协议'), planOf(value))

test('what the author filled in stands in the document from the start, and nobody can fill it in again', async () => {
  const { bytes, increment, slots } = await freeze('12000')
  const added = increment.toString('latin1')
  expect(added).toContain('/V(12000)')
  expect(added).toContain('/T(moqi-2)')
  expect(added).toContain('/V/Yes/AS/Yes')
  expect(slots.map(({ slot }) => slot)).toEqual(['moqi-1'])
  const { signatureArray } = await verifyPdf(bytes, { trustedRoots: [], now: sceneTime })
  expect(signatureArray).toHaveLength(1)
})

test('an empty value writes nothing', async () => {
  expect((await freeze('')).increment.toString('latin1')).not.toContain('/T(moqi-2)')
})

test('a text that does not fit, or has a character no font of ours has, is refused', async () => {
  await expect(freeze('长'.repeat(2000))).rejects.toMatchObject({ reason: 'text' })
  await expect(freeze('\u{1F600}')).rejects.toMatchObject({ reason: 'text' })
})

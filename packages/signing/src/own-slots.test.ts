import { expect, test } from 'vitest'
import { disc, sample, threeParties } from './testing/signing-scene.ts'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDocument } from './append/sign-document.ts'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from './freeze/freeze-document.ts'
import { fieldMdp } from '@moqi/form/testing/foreign-document'
import { appendSignature, sourceOf } from '@moqi/pdf/testing/increment'
import { judge, modelOf, on, signers } from './testing/own-document.ts'
import { codesOf } from '@moqi/verify/testing/reasons'

const { certifier, timestamps } = on
const [first, second] = signers
const locks = [['moqi-0004', 'moqi-0005', 'moqi-0006'], ['moqi-0007']]
const signatures = threeParties.signatures.map((one, at) => ({ ...one, ...(locks[at] ? { locks: locks[at] } : {}) }))
const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, sample('保密协议'), {
  ...threeParties,
  signatures,
})
const model = modelOf(frozen.bytes)
const numberOf = (name: string) => model.fields.find((field) => field.name === name)?.number ?? 0
const source = (name: string) => sourceOf(frozen.bytes, numberOf(name))

test('§5, rule 4: nobody fills what was set aside for another, whatever his signature says that it locks', async () => {
  if (!first || !second) throw new Error('two signers')
  const document = { layout: frozen.layout, slots: frozen.slots, head: frozen.head }
  const honest = await signDocument({ key: second, timestamps, font: notoSans() }, document, {
    signature: { slot: 'moqi-0002', image: disc(201) },
    signerName: '签署人',
    reason: '同意',
    at: sceneTime,
    texts: [{ slot: 'moqi-0007', value: '12' }],
  })
  const unfinished = await judge(Buffer.concat([frozen.bytes, honest.increment]))
  expect([codesOf(unfinished, 'invalid'), codesOf(unfinished, 'indeterminate')]).toEqual([[], ['contract-unfinished']])
  const number = Math.max(...model.view.table.keys()) + 1
  const forged = await appendSignature(frozen.bytes, {
    number,
    entries: `/M(D:20261120110405+08'00')${fieldMdp('Include', [...(locks[0] ?? []), 'moqi-0001', 'moqi-0007'])}`,
    objects: [
      { number: numberOf('moqi-0001'), body: source('moqi-0001').replace(/>>$/, `/V ${number} 0 R>>`) },
      { number: numberOf('moqi-0007'), body: source('moqi-0007').replace(/>>$/, '/V(12)>>') },
    ],
    cms: (digest) => signDigest({ key: first, timestamps }, digest),
  })
  const verdict = await judge(forged)
  expect(codesOf(verdict, 'invalid')).toContain('own-profile-violated')
  expect(verdict.reasonArray.map(({ detail }) => detail)).toContain('第3个版本: field-filled moqi-0007')
})

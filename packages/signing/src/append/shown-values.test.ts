import { expect, test } from 'vitest'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { disc, firstParties, sample } from '../testing/signing-scene.ts'
import { signDocument } from './sign-document.ts'

const on = await scene()

test('V3: what our own signers fill in is shown as its value, whatever it is', async () => {
  const { certifier, timestamps } = on
  const key = await on.party('乙方')
  const ownRoots = [on.root.key.identity.certificate]
  const upload = sample('保密协议')
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, upload, firstParties(1))
  const values = [
    ['¥1,234.50（壹仟贰佰叁拾肆元）', '上海市浦东新区世纪大道100号\n東方大廈 B座 12-3 “A” & (B)'],
    ['－１２３　…—', 'fi fl ﬁ Ⅳ 〇 №5\n\n第二行'],
  ] as const
  for (const [date, address] of values) {
    const signed = await signDocument(
      { key, timestamps, font: notoSans() },
      { layout: frozen.layout, slots: frozen.slots, head: frozen.head },
      {
        signature: { slot: 'moqi-0001', image: disc() },
        signerName: '乙方',
        reason: '同意',
        at: sceneTime,
        stamps: [{ slot: 'moqi-0004', image: disc() }],
        crossPage: { slot: 'moqi-0005', image: disc() },
        texts: [
          { slot: 'moqi-0006', value: date },
          { slot: 'moqi-0007', value: address },
        ],
      },
    )
    const bytes = Buffer.concat([frozen.bytes, signed.increment])
    const verdict = await verifyPdf(bytes, { trustedRoots: ownRoots, ownRoots, now: sceneTime })
    expect(verdict.reasonArray.filter(({ code }) => code.startsWith('appearance'))).toEqual([])
    expect(verdict.verdict).toBe('valid')
  }
})

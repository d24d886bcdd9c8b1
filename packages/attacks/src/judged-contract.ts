import type { FieldPlan } from '@moqi/signing/freeze/field-plan'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc, sample } from '@moqi/signing/testing/signing-scene'
import { type Scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { appendDocumentTimestamp, appendValidationData } from '@moqi/signing/levels/archive-document'
import { grow, type GrowingDocument, listsAt } from '@moqi/signing/testing/archive-scene'
import { gatherValidationData, signedMaterial } from '@moqi/signing/levels/validation-data'
import { writePdf } from './append-revision.ts'

/** A contract for foreign judges: who signs how much of it, and how it is written. */
export interface JudgedContract {
  signers: number
  pages: 1 | 18 | 301
  xref: 'table' | 'stream'
  level: 'B-T' | 'B-LT' | 'B-LTA'
}

const notice = '测试证书，无法律效力'

function uploadFor({ pages, xref }: JudgedContract): Buffer {
  if (xref === 'table' && pages === 18) return sample('采购框架协议')
  if (xref === 'table' && pages === 301) return sample('建设工程总承包合同-301页')
  const numbers = Array.from({ length: pages }, (_, index) => index + 3)
  return writePdf(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages}>>`,
      ...numbers.map(() => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>'),
    ],
    xref,
  )
}

/** Slots in a grid of five a row; names have one length. */
const slotAt = (index: number) => `moqi-${String(index).padStart(4, '0')}`

function planFor({ signers, pages }: JudgedContract): FieldPlan {
  const slots = Array.from({ length: signers }, (_, index) => index)
  const date = { slot: 'moqi-1001', label: '签署日期', page: 1, fontSize: 12 }
  const address = { slot: 'moqi-1002', label: '交货地址', page: 1, fontSize: 12 }
  const isCrossPage = pages > 1
  return {
    signatures: slots.map((index) => ({
      slot: slotAt(index),
      page: 1 + (index % pages),
      box: { x: 8 + (index % 5) * 32, y: 60 + Math.floor(index / 5) * 32, width: 30, height: 30 },
      locks: index === 0 ? ['moqi-1000', 'moqi-1001', 'moqi-1002', ...(isCrossPage ? ['moqi-1003'] : [])] : [],
    })),
    stamps: [{ slot: 'moqi-1000', page: 1, box: { x: 120, y: 20, width: 30, height: 30 } }],
    crossPageSeals: isCrossPage ? [{ slot: 'moqi-1003', y: 120, size: 42 }] : [],
    texts: [
      { ...date, box: { x: 30, y: 245, width: 50, height: 7 } },
      { ...address, box: { x: 30, y: 255, width: 60, height: 15 } },
    ],
  }
}

/** Freezes a contract and has all its parties sign; the first sets stamp, cross-page seal and texts. */
export async function signForJudges(on: Scene, contract: JudgedContract): Promise<Buffer> {
  const { certifier, timestamps } = on
  const plan = planFor(contract)
  const frozen = await freezeDocument(
    { certifier, timestamps, now: () => sceneTime, notice },
    uploadFor(contract),
    plan,
  )
  let grown: GrowingDocument = frozen
  for (const [index, { slot }] of plan.signatures.entries()) {
    // Each with a certificate of their own: pdfsig doubts every second use of one certificate (ADR 0009).
    const key = await on.party(`签署人${index + 1}`)
    const image = disc(200 + (index % 3))
    const crossPage = plan.crossPageSeals[0] && { crossPage: { slot: plan.crossPageSeals[0].slot, image } }
    const texts = [
      { slot: 'moqi-1001', value: '2026年11月20日' },
      { slot: 'moqi-1002', value: '北京市海淀区中关村大街1号' },
    ]
    const more = index === 0 ? { stamps: [{ slot: 'moqi-1000', image }], texts, ...crossPage } : {}
    const signed = await signDocument({ key, timestamps, font: notoSans() }, grown, {
      signature: { slot, image },
      signerName: `签署人${index + 1}`,
      reason: '同意并签署本合同',
      at: sceneTime,
      ...more,
    })
    grown = grow(grown, signed)
  }
  return (await raise(on, grown, contract.level)).bytes
}

/** Adds what a level has beyond B-T: validation data, and a document time-stamp over it. */
export async function raise(
  on: Scene,
  signed: GrowingDocument,
  level: JudgedContract['level'],
): Promise<GrowingDocument> {
  if (level === 'B-T') return signed
  const { data } = await gatherValidationData(signedMaterial(signed.bytes, signed.head), {
    issuers: [on.root.key.identity.certificate],
    source: listsAt(on, sceneTime),
  })
  const filled = grow(signed, appendValidationData(signed, data, sceneTime))
  return level === 'B-LT' ? filled : grow(filled, await appendDocumentTimestamp(on, filled))
}

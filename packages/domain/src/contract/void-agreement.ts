import { countText } from '../labels/count-text.ts'
import { formatDate } from '../time/format-date.ts'
import { type VoidTerms, voidReasonLabels } from './void-terms.ts'

/** The contract that an agreement voids: times in ms, sizes in bytes, SHA-256 in hexadecimal. */
export type VoidOrigin = {
  readonly subject: string
  readonly contractNo: string
  readonly finishedAt: number | null
  readonly files: readonly { readonly name: string; readonly sha256: string; readonly size: number }[]
}

/** One side of the agreement; `companyName` is null for a person. */
export type VoidSide = { readonly name: string; readonly companyName: string | null }

/** A paragraph of the agreement. */
export type AgreementPart = { readonly kind: 'heading' | 'text' | 'hash'; readonly text: string }

/** What the agreement is called on its first page. */
export const agreementTitle = '合同作废协议'

/** The sentence by which the original ends (domain 5.5). */
export const agreementEffect = '自各方签署完成之日起，原合同作废。'

const mostSubject = 100

/** The subject of the agreement as lists show it, of the original's subject; at most 100 characters. */
export function agreementSubject(subject: string): string {
  const end = '作废协议'
  const characters = [...subject]
  const room = mostSubject - end.length
  return `${characters.length > room ? `${characters.slice(0, room - 1).join('')}…` : subject}${end}`
}

const sides = '甲乙丙丁戊己庚辛壬癸'

/** What a side is called: 甲方 to 癸方, then by its number. */
export const sideTitle = (index: number): string => `${[...sides][index] ?? `第${index + 1}`}方`

const sideName = ({ name, companyName }: VoidSide) => (companyName === null ? name : `${companyName}（经办人${name}）`)

const unsaid = '无。'

/** The agreement in words, as it is shown while it is written and as it is typeset. */
export function agreementParts(origin: VoidOrigin, parties: readonly VoidSide[], terms: VoidTerms): AgreementPart[] {
  const done = formatDate(origin.finishedAt, '{y}年{m}月{d}日')
  return [
    ...parties.map((party, index) => text(`${sideTitle(index)}：${sideName(party)}`)),
    heading('一、原合同'),
    text(`《${origin.subject}》，编号${origin.contractNo}，于${done}签署完成（以下称原合同）。`),
    ...origin.files.flatMap(({ name, sha256, size }) => [
      text(`文件《${name}》，${countText(size)}字节，SHA-256：`),
      { kind: 'hash' as const, text: sha256 },
    ]),
    heading('二、作废原因'),
    text(reasonText(terms)),
    heading('三、费用结算'),
    text(terms.feeSettlement.trim() || unsaid),
    heading('四、保留条款'),
    text(terms.retainedTerms.trim() || unsaid),
    heading('五、其他约定'),
    text(terms.otherTerms.trim() || unsaid),
    heading('六、生效'),
    text(agreementEffect),
  ]
}

const heading = (words: string): AgreementPart => ({ kind: 'heading', text: words })
const text = (words: string): AgreementPart => ({ kind: 'text', text: words })

function reasonText({ reason, remark }: VoidTerms): string {
  const said = remark.trim()
  if (reason === 'other') return said
  return said === '' ? `${voidReasonLabels[reason]}。` : `${voidReasonLabels[reason]}。${said}`
}

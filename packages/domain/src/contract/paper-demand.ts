import { type Checked, failed, passed } from '../identity/checked.ts'
import { hasEmoji, lengthOf } from './draft-text.ts'
import type { PartyKind } from './party-kind.ts'
import { hasUnseen, isOneLine } from '../text/one-line.ts'

/** Something a party is asked to hand in before it signs (附件要求): a licence, an identity card. */
export type PaperDemand = {
  readonly name: string
  /** What the initiator says of it: which pages, how recent. */
  readonly note: string | null
  /** Whether the party cannot sign without it. */
  readonly required: boolean
}

/** Most demands a party, most files a demand; lengths in characters. */
export const paperLimits = { demands: 5, files: 5, nameLength: 30, noteLength: 100 } as const

/** What is often asked of a party of that kind. */
export const paperNames: Readonly<Record<PartyKind, readonly string[]>> = {
  company: ['营业执照', '法定代表人身份证正反面', '授权委托书', '开户许可证'],
  person: ['身份证正反面', '银行卡', '学历证书', '职业资格证书'],
}

/** Demands as they are kept, trimmed; the fault of the first that cannot be. */
export function checkPaperDemands(demands: readonly PaperDemand[]): Checked<PaperDemand[]> {
  const { demands: most, nameLength, noteLength } = paperLimits
  if (demands.length > most) return failed(`每个签署方最多${most}项附件要求`)
  const kept = demands.map(({ name, note, required }) => ({ name: name.trim(), note: note?.trim() || null, required }))
  for (const { name, note } of kept) {
    if (name === '') return failed('请填写附件要求的名称')
    if (lengthOf(name) > nameLength) return failed(`附件要求的名称不能超过${nameLength}个字`)
    if (!isOneLine(name) || hasEmoji(name)) return failed('附件要求的名称不能包含换行和表情符号')
    if (lengthOf(note ?? '') > noteLength) return failed(`附件要求的说明不能超过${noteLength}个字`)
    if (hasUnseen(note ?? '')) return failed('附件要求的说明不能包含不可见字符')
  }
  const names = new Set(kept.map(({ name }) => name))
  return names.size === kept.length ? passed(kept) : failed('附件要求的名称重复')
}

/** What a party that lacks these must do first; null when it lacks nothing. */
export const missingPapersText = (names: readonly string[]): string | null =>
  names.length === 0 ? null : `请先提交附件：${names.join('、')}`

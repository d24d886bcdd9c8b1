import type { Verdict } from '@moqi/api/file'
import type { MatchState } from '../../ui/match-mark.tsx'
import { isAwaiting } from './signature-facts.ts'

/** How a verdict is drawn, and what to do about it. The sentence itself comes from the server. */
export type VerdictLook = { match: MatchState; tone: 'green' | 'seal' | 'ochre' | 'grey'; advice: string }

const valid: VerdictLook = { match: 'fit', tone: 'green', advice: '签署后的内容没有改动，签署人身份已由证书确认。' }
const foreign: VerdictLook = {
  match: 'half',
  tone: 'ochre',
  advice: '其他平台的签名完整无误，签署人身份由其证书颁发者确认。',
}
const tampered: VerdictLook = {
  match: 'broken',
  tone: 'seal',
  advice: '请勿据此履约。向对方索取原件，或在合同详情重新下载。',
}
const failed: VerdictLook = { match: 'broken', tone: 'seal', advice: '签名未通过验证，请勿据此履约，并向签署方核实。' }
const unconfirmed: VerdictLook = {
  match: 'half',
  tone: 'ochre',
  advice: '签署后的内容没有改动，但证书颁发者不在信任列表中，请向签署方或颁发机构核实身份。',
}
const unfinished: VerdictLook = {
  match: 'alone',
  tone: 'ochre',
  advice:
    '这是签署过程中的文件，请勿据此履约。请等其余签署方签完后，在合同详情重新下载，或向发起方索取签署完成的文件。',
}
const awaiting: VerdictLook = {
  match: 'half',
  tone: 'ochre',
  advice:
    '签署后的内容没有改动，但签署时间还没有时间戳证明。请稍后在合同详情重新下载；仍是如此的，请向签署方核实签署时间。',
}
const unclear: VerdictLook = { match: 'alone', tone: 'ochre', advice: '无法得出结论，请向签署方索取原件后再次验证。' }
const unsigned: VerdictLook = {
  match: 'alone',
  tone: 'grey',
  advice: '文件里没有任何数字签名。打印、扫描或另存都会丢失签名，请使用签署后下载的原件。',
}
const unreadable: VerdictLook = {
  match: 'alone',
  tone: 'ochre',
  advice: '文件可能已损坏或加密，请确认是签署后下载的原件。',
}

/** The look of a verdict: the halves fit, do not fit, one is foreign, or one is missing (domain.md 7.8). */
export function verdictLook(
  found: Pick<Verdict, 'verdict' | 'conclusion' | 'complete' | 'signatureArray'>,
): VerdictLook {
  const { verdict, conclusion, complete, signatureArray } = found
  switch (verdict) {
    case 'valid':
      return signatureArray.every(({ ownPlatform }) => ownPlatform) ? valid : foreign
    case 'invalid':
      return conclusion.includes('篡改') ? tampered : failed
    case 'indeterminate':
      return complete === 0 ? unfinished : openLook(conclusion, signatureArray)
    case 'unsigned':
      return unsigned
    case 'unreadable':
      return unreadable
  }
}

function openLook(conclusion: string, signatures: Verdict['signatureArray']): VerdictLook {
  if (awaitsTimestampOnly(signatures)) return awaiting
  const isSound = !conclusion.startsWith('无法确认') && signatures.length > 0 && signatures.every(isAsSigned)
  return isSound ? unconfirmed : unclear
}

const isAsSigned = ({ integrity, permission }: Verdict['signatureArray'][number]): boolean =>
  integrity === 'intact' && permission !== 'unclear'

const awaitsTimestampOnly = (signatures: Verdict['signatureArray']): boolean =>
  signatures.every((one) => one.verdict === 'valid' || isAwaiting(one))

/** A conclusion in pieces that a line may break between: after ： and ，. */
export const clauses = (conclusion: string): string[] => conclusion.split(/(?<=[：，])/)

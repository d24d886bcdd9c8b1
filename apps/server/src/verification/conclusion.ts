import { type Reason, type ReasonFamily, reasonText } from '@moqi/verify/reasons'
import type { VerifiedFile } from '#src/platform/workshop.ts'

/** The sentence a person reads (domain.md 7.8; which codes mean which: verification reference §1). */
export function conclusion(verdict: VerifiedFile): string {
  switch (verdict.verdict) {
    case 'valid':
      return verdict.signatureArray.every(({ ownPlatform }) => ownPlatform)
        ? '验证通过：文件未被篡改，全部签名有效'
        : '验证通过：文件未被篡改，部分签名来自其他平台'
    case 'invalid':
      return invalid(reasonsOf(verdict, 'invalid'))
    case 'indeterminate':
      return indeterminate(verdict)
    case 'unsigned':
      return '未检测到数字签名'
    case 'unreadable':
      return unrecognised
  }
}

const unrecognised = '签名格式无法识别'
const tampering: ReadonlySet<ReasonFamily> = new Set(['changed', 'coverage', 'permission'])
const shapeless: ReadonlySet<ReasonFamily> = new Set(['malformed', 'profile'])

function invalid(reasons: readonly Reason[]): string {
  if (reasons.some(({ code }) => tampering.has(reasonText(code).family))) return '验证不通过：文件内容已被篡改'
  if (reasons.every(({ code }) => shapeless.has(reasonText(code).family))) return unrecognised
  return `验证不通过：${reasons[0]?.text ?? '签名无效'}`
}

function indeterminate(verdict: VerifiedFile): string {
  const reasons = reasonsOf(verdict, 'indeterminate')
  const unfinished = reasons.find(({ code }) => code === 'contract-unfinished')
  if (unfinished) return `${unfinished.text}：${unfinished.detail ?? ''}`
  if (reasons.every(({ code }) => code === 'timestamp-awaited')) return '签名完整，等待时间戳证明签署时间'
  if (reasons.every(({ code }) => shapeless.has(reasonText(code).family))) return unrecognised
  const unsure = reasons.find(({ code }) => tampering.has(reasonText(code).family))
  if (unsure) return `无法确认：${unsure.text}`
  const intact = verdict.signatureArray.every(({ integrity }) => integrity === 'intact')
  const unknown = verdict.signatureArray.some(({ identity }) => identity === 'unconfirmed')
  return intact && unknown ? '签名完整，但签署人身份无法确认' : `无法确认：${reasons[0]?.text ?? '请稍后重试'}`
}

function reasonsOf(verdict: VerifiedFile, severity: Reason['severity']): Reason[] {
  const all = [...verdict.reasonArray, ...verdict.signatureArray.flatMap(({ reasonArray }) => reasonArray)]
  return all.filter((reason) => reason.severity === severity)
}

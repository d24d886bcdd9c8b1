import type { CompanySeal } from '@moqi/api/company-seal'
import type { SignatureRecord } from '@moqi/api/signature-record'
import { purposeTable, sealFormLabel } from '@moqi/domain/seals/company-seal'
import type { Tone } from '../../ui/tag.tsx'

/** The seal's shape and size in words. */
export const specOf = ({ carving, width, height }: CompanySeal): string =>
  carving ? sealFormLabel(carving.sealForm) : `${width}×${height} mm`

/** What the seal is for. */
export const purposeOf = ({ sealPurpose }: CompanySeal): string => purposeTable[sealPurpose].label

/** How each state is marked. */
export const stateTones: Readonly<Record<CompanySeal['sealStatus'], Tone>> = {
  draft: 'grey',
  auditing: 'ochre',
  enabled: 'green',
  auditFailed: 'seal',
  disabled: 'grey',
  revoked: 'void',
  expired: 'void',
  deleted: 'void',
}

/** By what right a seal was used: an approval, a grant with its letter's number, the own seal, or office. */
export function rightOf({ approvalId, grantNo, sealType }: SignatureRecord): string {
  if (approvalId !== null) return '已审批'
  if (grantNo !== null) return grantNo === '' ? '授权（未签授权书）' : `授权 ${grantNo}`
  return sealType === 'legal' ? '本人' : '管理员'
}

import { type Checked, failed, passed } from '../identity/checked.ts'

/** How long a look may last (ms). */
export const lookLifeMs = 30 * 60_000

/** The parts of a space that a look opens. What its contracts say and are called is none of them. */
export const lookParts = {
  members: '成员与角色',
  authentications: '认证状态与历史',
  packs: '份包与订单',
  applications: '应用与回调',
  contracts: '合同数量与状态',
} as const
/** A key of `lookParts`. */
export type LookPart = keyof typeof lookParts

/** What the platform's log of a space says has happened. */
export const platformVerbs = {
  openLook: '平台开始查看',
  seePart: '平台查看',
  endLook: '平台结束查看',
  freeze: '平台冻结本空间',
  thaw: '平台解除冻结',
  adjust: '平台调整份数',
  revokeCertificate: '平台吊销证书',
  endAuth: '平台终止认证',
  freezeContracts: '平台冻结合同',
  thawContracts: '平台解除合同冻结',
  lookDeed: '平台查看终止认证文书',
} as const
/** A key of `platformVerbs`. */
export type PlatformVerb = keyof typeof platformVerbs

/** Why somebody looks, as the space reads it: the reason, the ticket if there is one, and for how long at most. */
export const lookDetail = ({ reason, ticket }: { reason: string; ticket: string | null }): string =>
  `原因：${reason.trim()}${ticket ? `（工单${ticket.trim()}）` : ''}。最长${lookLifeMs / 60_000}分钟，不能打开合同`

/** Who of the platform it was, as the space reads it: a number that stays the same, and nothing one signs in with. */
export const operatorNumber = (operatorId: string): string => `平台运营（编号${operatorId.slice(-6).toUpperCase()}）`

/** The number of a ticket, empty for none: 40 letters, digits and dashes at most. */
export function checkTicket(text: string): Checked<string | null> {
  const value = text.trim()
  if (value === '') return passed(null)
  return /^[A-Za-z0-9][A-Za-z0-9#._-]{0,39}$/.test(value)
    ? passed(value)
    : failed('工单号为40位以内的字母、数字或横线，没有可不填')
}

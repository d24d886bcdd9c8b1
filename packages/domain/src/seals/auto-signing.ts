import { type Control, isOfFamily } from '../contract/controls.ts'
import { numberFormat } from '../contract/fill-in.ts'
import type { ContractKind } from '../contract/contract-lifecycle.ts'
import { isInForce, reaches, type SealedContract, type SealGrant } from './seal-grant.ts'

/** How wide one authorisation of automatic signing may be: its term, its contracts, the most it may be about in 分. */
export const autoLimits = { years: 1, contracts: 1000, amount: 10_000_000_000_00 } as const

/** Whether a company's seal is put on by a member, or by itself. */
export const grantManners = { hand: '成员使用', auto: '自动签署' } as const
/** A key of `grantManners`. */
export type GrantManner = keyof typeof grantManners

/** An authorisation of automatic signing. */
export type AutoGrant = SealGrant & {
  /** How many contracts it may sign, and has signed. */
  readonly countMax: number
  readonly used: number
}

/** A place of a contract as automatic signing judges it: `partyNo` 0 is filled in when the contract is made. */
export type AutoPlace = {
  readonly control: Control
  readonly format: string | null
  readonly value: string | null
  readonly partyNo: number
}

/** A contract as automatic signing judges it. */
export type AutoContract = SealedContract & {
  readonly kind: ContractKind
  readonly ownPartyNo: number
  readonly places: readonly AutoPlace[]
  readonly hasAttachments: boolean
  /** Its files and places are those of the template as it was authorised. */
  readonly isAsAuthorised: boolean
  /** What the initiator asks of the company itself. */
  readonly demandsWill: boolean
  readonly demandsReading: boolean
  readonly demandsPapers: boolean
}

/** Why a contract is not signed automatically, as the operator is told. */
export const autoFaults = {
  ended: '自动签署授权已结束',
  changed: '合同的文件或签署位置与授权时的模板不一致',
  counterpart: '签署方不在自动签署授权的相对方范围内',
  count: '自动签署的合同数量已用完',
  amountUnknown: '合同没有由发起方填写的金额，无法判断金额',
  amount: '合同金额超过自动签署授权的上限',
  fillIn: '合同中有签署时填写的内容',
  control: '合同中有企业印章以外的签署位置',
  reading: '发起方要求阅读全文后签署',
  papers: '发起方要求签署前提交附件',
  will: '发起方指定了意愿认证方式',
  attachment: '合同带有附件',
  kind: '作废协议和授权书不能自动签署',
  flagged: '合同有风险提示，须由签署人阅读并确认',
  frozen: '合同已被平台冻结',
  seal: '授权使用的印章已停用、冻结或不存在',
  failed: '签署服务暂时无法使用',
} as const
/** A key of `autoFaults`. */
export type AutoFault = keyof typeof autoFaults

/** Whether an authorisation was given for contracts such as this one: for its template, whatever else it asks. */
export const isMeant = ({ named }: Pick<SealGrant, 'named'>, { templateId }: SealedContract): boolean =>
  templateId !== null && named.includes(templateId)

/**
 * Why the contract is not signed automatically now, by an authorisation that `isMeant` for it; null when it is. What
 * nobody has read is filled in by nobody, and an amount that is not known is beyond every bound.
 */
export function autoFault(grant: AutoGrant, contract: AutoContract, now: number): AutoFault | null {
  if (contract.kind !== 'normal') return 'kind'
  if (!isInForce(grant, now) || !isMeant(grant, contract)) return 'ended'
  if (!contract.isAsAuthorised) return 'changed'
  if (!reaches(grant, contract, now)) return 'counterpart'
  if (grant.used >= grant.countMax) return 'count'
  return demandFault(contract) ?? amountFault(grant, contract)
}

function demandFault({ places, ownPartyNo, ...contract }: AutoContract): AutoFault | null {
  if (contract.demandsReading) return 'reading'
  if (contract.demandsPapers) return 'papers'
  if (contract.demandsWill) return 'will'
  if (contract.hasAttachments) return 'attachment'
  if (places.some(({ control, partyNo }) => partyNo !== 0 && isOfFamily(control, 'fillIn'))) return 'fillIn'
  const own = places.filter(({ partyNo }) => partyNo === ownPartyNo)
  const isSealed = own.some(({ control }) => control === 'companySeal')
  return isSealed && own.every(({ control }) => automatic.has(control)) ? null : 'control'
}

const automatic: ReadonlySet<Control> = new Set(['companySeal', 'crossPage', 'date'])

/** What the initiator wrote, or the largest number (元) that was filled in when the contract was made: the larger. */
function amountFault({ amountMax }: AutoGrant, { places, amount: { relied } }: AutoContract): AutoFault | null {
  if (amountMax === null) return null
  const numbers = places.flatMap(({ format, value }) =>
    format === numberFormat && value !== null && value !== '' ? [Math.abs(Number(value)) * 100] : [],
  )
  if (relied !== null) numbers.push(relied)
  if (numbers.length === 0) return 'amountUnknown'
  return Math.max(...numbers) > amountMax ? 'amount' : null
}

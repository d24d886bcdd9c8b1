import { dayMs, shanghaiDate, startOfDayShanghai } from '../time/civil-date.ts'
import { amountToJudge, type ContractAmount } from '../contract/amount.ts'
import type { SealPurpose } from './company-seal.ts'
import { type GrantState, grantLifecycle } from './grant-lifecycle.ts'

/** What a seal authorisation is for, as the pages name it (domain 7.6). */
export const grantScopes = { all: '全部合同', templates: '指定模板', contract: '单份合同' } as const
/** A key of `grantScopes`. */
export type GrantScope = keyof typeof grantScopes

/** What a letter of authorisation is sealed with on the company's behalf. */
export const letterPurpose: SealPurpose = 'official'

/** A template, with its version then, or a contract that a grant is for, as it was called then. */
export type GrantNamed = { readonly id: string; readonly name: string; readonly version?: number }

/** How a letter that was sent came to nothing; the grant waits for another one. */
export const letterEnds = { reject: '已拒签', recall: '已撤回', expired: '已过期' } as const
/** A key of `letterEnds`. */
export type LetterEnd = keyof typeof letterEnds

/** How long and how wide one authorisation may be. */
export const grantLimits = { years: 3, templates: 20, counterparts: 20 } as const

/** A day's last second lasts until the next day's first. */
const secondMs = 1000

/**
 * What a member may use a seal for, and when: `named` are the ids of the templates or of the one contract, an empty
 * list of `counterparts` is everybody. `beginAt` is 00:00:00 and `endAt` 23:59:59 of a day in Shanghai, in ms; a grant
 * that no letter limits has no end.
 */
export type SealGrant = {
  readonly state: GrantState
  readonly scope: GrantScope
  readonly named: readonly string[]
  readonly counterparts: readonly string[]
  readonly beginAt: number
  readonly endAt: number | null
  /** The most a contract may be about, in 分, itself included; null asks for none. */
  readonly amountMax: number | null
}

/** What an authorisation is held against: who else signs, by the names of companies and persons. */
export type SealedContract = {
  readonly contractId: string
  /** Of the company's own, that the contract was made from. */
  readonly templateId: string | null
  readonly counterparts: readonly string[]
  readonly amount: ContractAmount
}

const hasEnded = ({ endAt }: Pick<SealGrant, 'endAt'>, now: number) => endAt !== null && now >= endAt + secondMs

/** Where a grant stands now: time moves it at the second, whatever was noted of it last. */
export function grantStateAt(grant: Pick<SealGrant, 'state' | 'beginAt' | 'endAt'>, now: number): GrantState {
  const { state, beginAt } = grant
  const begun = grantLifecycle.can(state, 'begin') && now >= beginAt ? grantLifecycle.after(state, 'begin') : state
  return grantLifecycle.can(begun, 'expire') && hasEnded(grant, now) ? grantLifecycle.after(begun, 'expire') : begun
}

/** Whether a grant lets its holder use the seal at all now. */
export const isInForce = (grant: Pick<SealGrant, 'state' | 'beginAt' | 'endAt'>, now: number): boolean =>
  grantStateAt(grant, now) === 'effective'

/**
 * Whether a grant lets its holder put the seal on this contract now; every other side must be one it names, and an
 * amount that is not known is beyond every bound.
 */
export function covers(grant: SealGrant, contract: SealedContract, now: number): boolean {
  if (!reaches(grant, contract, now)) return false
  if (grant.amountMax === null) return true
  const amount = amountToJudge(contract.amount, null)
  return amount !== null && amount <= grant.amountMax
}

/** The same whatever the contract is about. */
export function reaches(grant: SealGrant, contract: SealedContract, now: number): boolean {
  const { scope, named, counterparts } = grant
  if (!isInForce(grant, now)) return false
  if (scope === 'contract' && !named.includes(contract.contractId)) return false
  if (scope === 'templates' && (contract.templateId === null || !named.includes(contract.templateId))) return false
  if (counterparts.length === 0) return true
  return contract.counterparts.length > 0 && contract.counterparts.every((name) => counterparts.includes(name))
}

/** The last second a grant of so many years may last to that begins on the day of `beginAt` (domain 5.8). */
export function latestEnd(beginAt: number, years: number = grantLimits.years): number {
  const { year, month, day } = shanghaiDate(beginAt)
  // The 29th of February of a common year is counted as the day after the 28th.
  return startOfDayShanghai({ year: year + years, month, day }) - secondMs
}

/** What is wrong with a term of at most so many years, by field; its days are those of Shanghai. */
export function grantTermFaults(
  { beginAt, endAt }: { beginAt: number; endAt: number },
  now: number,
  years: number = grantLimits.years,
): { field: 'beginAt' | 'endAt'; message: string }[] {
  const today = startOfDayShanghai(shanghaiDate(now))
  if (beginAt !== startOfDayShanghai(shanghaiDate(beginAt)) || beginAt < today)
    return [{ field: 'beginAt', message: '授权开始日期不能早于今天' }]
  if (endAt !== startOfDayShanghai(shanghaiDate(endAt)) + dayMs - secondMs || endAt < beginAt)
    return [{ field: 'endAt', message: '授权截止日期不能早于开始日期' }]
  return endAt > latestEnd(beginAt, years) ? [{ field: 'endAt', message: `授权期限最长${years}年` }] : []
}

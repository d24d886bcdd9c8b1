import { dayMs } from '@moqi/domain/time/civil-date'
import type { SealGrant } from '@moqi/api/seal-grant'
import { grantScopes, letterEnds } from '@moqi/domain/seals/seal-grant'
import { yuan } from '../../ui/amount.ts'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Tone } from '../../ui/tag.tsx'

/** How each state of a grant is marked. */
export const grantTones: Readonly<Record<SealGrant['grantState'], Tone>> = {
  waitSign: 'seal',
  waitEffective: 'ochre',
  effective: 'green',
  expired: 'grey',
  revoked: 'void',
}

/** What a grant is for. */
export const scopeOf = ({ grantScope }: Pick<SealGrant, 'grantScope'>): string => grantScopes[grantScope]

/** Which templates or contract, with whom and up to what amount; empty where everything is covered. */
export function namesOf({ namedArray, counterpartArray, amountMax }: SealGrant): string {
  const [first] = namedArray
  const named = first ? `${first.name}${namedArray.length > 1 ? `等${namedArray.length}个` : ''}` : ''
  const limited = counterpartArray.length > 0 ? `限${counterpartArray.join('、')}` : ''
  const bound = amountMax === null ? '' : `不超过${yuan(amountMax)}元`
  return [named, limited, bound].filter(Boolean).join('，')
}

const day = (at: number) => formatDate(at, '{y}-{m}-{d}')

/** The first day, and the last with its last second. */
export const termOf = ({ beginTime, endTime }: SealGrant): [string, string] =>
  endTime === null ? [`${day(beginTime)} 起`, '撤销前有效'] : [`${day(beginTime)} 至`, formatDate(endTime)]

/** The letter's number, or that there is none. */
export const letterWords = ({ letterNo, endTime, grantState }: SealGrant): string =>
  endTime === null ? '未签授权书' : grantState === 'waitSign' || letterNo === null ? '未签署' : letterNo

const soonDays = 30

/** What is to be said under the state: why it ended, how the letter came to nothing, that it ends soon. */
export function noteOf({ grantState, letterEnd, letterNo, stateReason, endTime }: SealGrant, now: number): string {
  if (grantState === 'revoked') return stateReason ?? ''
  if (grantState === 'waitSign' && letterEnd !== null) return `授权书${letterEnds[letterEnd]}`
  if (grantState === 'waitSign') return letterNo === null ? '' : '授权书签署中'
  if (grantState !== 'effective' || endTime === null) return ''
  const days = Math.ceil((endTime - now) / dayMs)
  return days <= soonDays ? `还有${days}天到期` : ''
}

import { type Checked, failed, passed } from '../identity/checked.ts'
import { type EntryRule, usualEntry } from '../spaces/entry-rule.ts'
import { dayMs, hourMs } from '../time/civil-date.ts'

/** Choices and limits of groups; times as their names say. */
export const groupLimits = {
  /** With those that are invited. */
  companies: 50,
  graceDays: [0, 7, 14, 30],
  longestHours: [2, 4, 8, 12, 24, 72],
} as const

/** What a group asks of everybody who enters one of its companies. */
export type GroupRules = {
  /** A second step at sign-in, so many days after the rule or the company came; null where it is not asked for. */
  readonly graceDays: number | null
  /** How long a session opens a company's space at all; null where the group does not say. */
  readonly longestHours: number | null
}

/** Of a group that has said nothing. */
export const noGroupRules: GroupRules = { graceDays: null, longestHours: null }

/** What a group asks of one of its companies: from when on (ms) a second step, and how long a session may be (ms). */
export type GroupHold = {
  readonly groupId: string
  readonly groupName: string
  readonly secondFrom: number | null
  readonly longestMs: number | null
}

/** The same as a rule of entry, which holds beside the company's own: whoever meets both has met the stricter one. */
export const entryOfGroup = ({ secondFrom, longestMs }: Pick<GroupHold, 'secondFrom' | 'longestMs'>): EntryRule => ({
  ...usualEntry,
  second: secondFrom === null ? null : { roles: null, from: secondFrom },
  session: { idleMs: null, longestMs },
})

/**
 * What rules hold a company to at `at`, ms. Of a second step that it was held to before, the day stays: rules that are
 * saved anew put nothing off.
 */
export function heldTo(rules: GroupRules, before: number | null, at: number): Omit<GroupHold, 'groupId' | 'groupName'> {
  const { graceDays, longestHours } = rules
  return {
    secondFrom: graceDays === null ? null : (before ?? at + graceDays * dayMs),
    longestMs: longestHours === null ? null : longestHours * hourMs,
  }
}

/** Whether rules ask for something that those before did not: a second step, or shorter sessions. */
export const isTighter = (before: GroupRules, after: GroupRules): boolean =>
  (before.graceDays === null && after.graceDays !== null) ||
  (after.longestHours ?? Infinity) < (before.longestHours ?? Infinity)

const hoursInWords = (hours: number) => (hours % 24 === 0 ? `${hours / 24}天` : `${hours}小时`)
const graceInWords = (days: number) => (days === 0 ? '立即生效' : `宽限${days}天`)

/** Rules as pages, notices and logs say them, a sentence each. */
export const rulesInWords = ({ graceDays, longestHours }: GroupRules): readonly string[] => [
  graceDays === null ? '双因子登录：由各企业自行决定' : `全员双因子登录：必须，${graceInWords(graceDays)}`,
  longestHours === null ? '会话时长：由各企业自行决定' : `会话时长：不超过${hoursInWords(longestHours)}`,
]

const named = /^[\p{L}\p{N}（）()·&_ -]+$/u

/** A group's name: 2–30 characters. */
export function checkGroupName(text: string): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  const length = [...value].length
  if (length < 2 || length > 30) return failed('集团名称需为2-30个字')
  return named.test(value) ? passed(value) : failed('集团名称不能包含特殊符号')
}

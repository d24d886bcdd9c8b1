import { countText } from '../labels/count-text.ts'
import type { FieldFault } from '../contract/draft-rules.ts'
import { lifecycle, type StateOf } from '../lifecycle.ts'
import type { TemplateRole } from './template-rules.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'

/** A code that many scan: it may be stopped for a while, and ends for good. */
export const signCodeLifecycle = lifecycle({
  refusal: 'sign-code/changed',
  initial: 'active',
  table: {
    active: { pause: 'paused', end: 'ended' },
    paused: { resume: 'active', end: 'ended' },
    ended: {},
  },
})
/** A state of a code. */
export type SignCodeState = StateOf<typeof signCodeLifecycle>

/** Limits of a code: contracts it makes, its name in characters, days from now to its last. */
export const signCodeLimits = { cap: 10_000, name: 50, days: 365, perSpace: 200 } as const

/** Why a code makes no contract, as whoever scanned it is told. */
export const signCodeClosings = {
  ended: '该签署码已结束，不能再签署',
  expired: '该签署码已到截止时间，不能再签署',
  paused: '发起方已暂停该签署码，请稍后再试或联系发起方',
  full: '该签署码的名额已满',
  noQuota: '发起方的合同份数不足，暂时不能签署，请联系发起方',
  withdrawn: '发起方或合同模板已变更，该签署码不能再使用，请联系发起方',
} as const
/** A key of `signCodeClosings`. */
export type SignCodeClosing = keyof typeof signCodeClosings

/** What of a code decides whether it makes a contract; times in ms, `used` contracts of `cap`. */
export type SignCodeFacts = {
  readonly state: SignCodeState
  readonly endAt: number
  readonly cap: number
  readonly used: number
}

/** Why the code makes no contract now, as far as it says itself; null when it does. */
export function signCodeClosing({ state, endAt, cap, used }: SignCodeFacts, now: number): SignCodeClosing | null {
  if (state === 'ended') return 'ended'
  // A day's last second lasts until the next day's first.
  if (now >= endAt + 1000) return 'expired'
  if (state === 'paused') return 'paused'
  return used >= cap ? 'full' : null
}

/** The role that whoever scans the code takes: a person that the template names neither by name nor by phone. */
export const openRoleOf = (roles: readonly TemplateRole[]): TemplateRole | null => {
  const open = roles.filter(isOpen)
  const [only] = open
  return only && open.length === 1 && !only.isCompany && only.name === '' && only.phone === '' ? only : null
}

const isOpen = ({ own, isCompany, name, phone, companyName }: TemplateRole): boolean =>
  !own && (name === '' || phone === '' || (isCompany && companyName === ''))

/** What keeps a template from having a code: its roles must leave one person open, and name everybody else. */
export const signCodeRoleFaults = (roles: readonly TemplateRole[]): FieldFault[] =>
  openRoleOf(roles)
    ? []
    : [{ field: 'templateId', message: '模板须只有一个不填姓名和手机号的个人角色，由扫码人签署，其他角色须填写完整' }]

/** What is wrong with a code's own words, by field; `endAt` is 23:59:59 of its last day in Shanghai. */
export function signCodeFaults(
  { name, cap, endAt }: { name: string; cap: number; endAt: number },
  now: number,
): FieldFault[] {
  const length = [...name.trim()].length
  return [
    ...when(length === 0, 'name', '请填写签署码名称'),
    ...when(!isOneLine(name.trim()), 'name', notOneLine('签署码名称')),
    ...when(length > signCodeLimits.name, 'name', `名称不能超过${signCodeLimits.name}个字`),
    ...when(
      !Number.isInteger(cap) || cap < 1 || cap > signCodeLimits.cap,
      'cap',
      `名额须为1-${countText(signCodeLimits.cap)}`,
    ),
    ...when(endAt <= now, 'endAt', '截止日期不能早于今天'),
    ...when(endAt > now + (signCodeLimits.days + 1) * 86_400_000, 'endAt', `截止日期不能超过${signCodeLimits.days}天`),
  ]
}

const when = (wrong: boolean, field: string, message: string): FieldFault[] => (wrong ? [{ field, message }] : [])

import { type Checked, failed, passed } from '../identity/checked.ts'
import { dayMs } from '../time/civil-date.ts'

/** Why the platform ends an authentication (domain 5.6), in words. */
export const endCauses = {
  dissolved: '企业已注销',
  takenOver: '企业身份被冒用',
  died: '本人已去世',
  misused: '个人身份被冒用',
  court: '法院或监管部门要求',
  fraud: '认证材料虚假',
} as const
/** A key of `endCauses`. */
export type EndCause = keyof typeof endCauses

/** Which of them there are of a company, and of a person. */
export const causesOf = {
  company: ['dissolved', 'takenOver', 'court', 'fraud'],
  person: ['died', 'misused', 'court', 'fraud'],
} as const satisfies Readonly<Record<'company' | 'person', readonly EndCause[]>>

/** A cause of that kind of space. */
export function checkEndCause(kind: 'company' | 'person', cause: EndCause): Checked<EndCause> {
  const causes: readonly EndCause[] = causesOf[kind]
  return causes.includes(cause) ? passed(cause) : failed('请选择终止原因')
}

/** Whoever else may hold the keys: what certificates are taken back for (RFC 5280 §5.3.1). */
export const isCompromised = (cause: EndCause): boolean => cause === 'takenOver' || cause === 'misused'

/** The number of the deed that says so, such as a court's: 2–60 characters in one line. */
export function checkReference(text: string): Checked<string> {
  const value = text.trim().replaceAll(/\s+/g, ' ')
  if (value === '') return failed('请填写文书编号')
  return value.length >= 2 && value.length <= 60 && !/\p{C}/u.test(value)
    ? passed(value)
    : failed('文书编号为2-60个字，如（2026）浙01执123号')
}

/** The deed as it is uploaded. */
export const deed = { megabytes: 5, kinds: ['pdf', 'png', 'jpeg'] } as const

/** For how long the deed of an ending is kept (ms): as long as its consequences may be disputed in court. */
export const deedKeptMs = 3 * 365 * dayMs

/** What an ending rests on. */
export type AuthEnd = { cause: EndCause; reason: string; reference: string }

/** The same as a sentence of the space, its log and lists. */
export const authEndText = ({ cause, reason, reference }: AuthEnd): string =>
  `平台终止认证（${endCauses[cause]}）：${reason}。文书编号：${reference}`

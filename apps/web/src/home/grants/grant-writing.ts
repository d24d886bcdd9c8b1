import type { Output, Sent } from '@moqi/api/call'
import type { GrantRequest } from '@moqi/api/grant-request'
import type { SealGrant } from '@moqi/api/seal-grant'
import type { Table } from '@moqi/api/table'
import type { GrantLetter } from '@moqi/domain/seals/grant-letter'
import { grantWished } from '@moqi/domain/seals/grant-request'
import { type GrantScope, grantTermFaults, latestEnd } from '@moqi/domain/seals/seal-grant'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { parseTime } from '@moqi/domain/time/format-date'
import { readAmount, typedAmount } from '../../ui/amount.ts'

/** What a grant may be made of. */
export type Making = Output<Table['getGrantMaking']>

/** A grant as it is being filled in; days as `2026-12-29`. */
export type GrantWriting = {
  memberId: string
  sealId: string
  scope: GrantScope
  templateIds: readonly string[]
  taskId: string
  /** Names, one a line. */
  counterparts: string
  /** The most a contract may be about, in 元, as it is typed. */
  amountMax: string
  /** As long as a grant may last. */
  longest: boolean
  days: readonly [string, string]
}

const yearMs = 364 * 86_400_000

/** What a form begins with: nothing but a year from today, of one seal or of the first that may be granted. */
export function writingOf(making: Making, now: number, about: { sealId: string } | SealGrant | null): GrantWriting {
  const free = making.sealArray.filter(({ mayGrant }) => mayGrant === 1)
  const blank: GrantWriting = {
    memberId: '',
    sealId: (free.find(({ sealId }) => sealId === about?.sealId) ?? free[0])?.sealId ?? '',
    scope: 'all',
    templateIds: [],
    taskId: '',
    counterparts: '',
    amountMax: '',
    longest: false,
    days: [deadlineDay(now), deadlineDay(now + yearMs)],
  }
  return about && 'grantId' in about ? { ...blank, ...repeated(making, about) } : blank
}

/** What a form begins with that answers a request: what was asked for, from today on. */
export function writingAsked(making: Making, now: number, request: GrantRequest): GrantWriting {
  const { memberId, sealId, grantWish, template, taskId, taskName, counterpartArray, endTime } = request
  const { scope, named, counterparts } = grantWished(grantWish, {
    contractId: taskId,
    subject: taskName,
    counterparts: counterpartArray,
    template: template && { id: template.templateId, name: template.templateName },
  })
  const ids = named.map(({ id }) => id)
  return {
    ...writingOf(making, now, { sealId }),
    memberId: making.memberArray.some((member) => member.memberId === memberId) ? memberId : '',
    scope,
    templateIds: scope === 'templates' ? ids : [],
    taskId: scope === 'contract' ? (ids[0] ?? '') : '',
    counterparts: counterparts.join('\n'),
    days: [deadlineDay(now), deadlineDay(Math.max(endTime, now))],
  }
}

/** What a grant that answers a request may be made of: for whoever asked, also for a contract that one does not see. */
export function makingAsked(making: Making, { memberId, taskId, taskName, taskNo }: GrantRequest): Making {
  const { memberArray, taskArray } = making
  const isListed = taskArray.some((task) => task.taskId === taskId)
  return {
    ...making,
    memberArray: memberArray.filter((member) => member.memberId === memberId),
    taskArray: isListed ? taskArray : [{ taskId, taskName, taskNo }, ...taskArray],
  }
}

/** What another grant said, as far as it is still there. */
function repeated(making: Making, grant: SealGrant): Partial<GrantWriting> {
  const named = new Set(grant.namedArray.map(({ id }) => id))
  const member = making.memberArray.find(({ memberId }) => memberId === grant.memberId)
  return {
    memberId: member?.memberId ?? '',
    scope: grant.grantScope,
    templateIds: making.templateArray.flatMap(({ templateId }) => (named.has(templateId) ? [templateId] : [])),
    taskId: making.taskArray.find(({ taskId }) => named.has(taskId))?.taskId ?? '',
    counterparts: grant.counterpartArray.join('\n'),
    amountMax: typedAmount(grant.amountMax),
  }
}

/** First and last moment of the term, null where a day is missing. */
function termOf({ days: [first, last], longest }: GrantWriting): {
  beginAt: number | null
  endAt: number | null
} {
  const beginAt = first === '' ? null : parseTime(first)
  return { beginAt, endAt: longest ? (beginAt === null ? null : latestEnd(beginAt)) : deadlineOf(last) }
}

/** The names of the counterparts, each once. */
export const linesOf = (text: string): string[] => [
  ...new Set(text.split(/[\n、；;]/).flatMap((line) => line.trim() || [])),
]

/** A field of the form that may be wrong. */
export type GrantField = 'member' | 'seal' | 'templates' | 'task' | 'amount' | 'term'

/** What is missing or wrong, by field. */
export function faultsOf(writing: GrantWriting, now: number): Partial<Record<GrantField, string>> {
  const { memberId, sealId, scope, templateIds, taskId } = writing
  const amount = readAmount(writing.amountMax)
  const term = termFault(writing, now)
  return {
    ...(memberId === '' && { member: '请选择授权成员' }),
    ...(sealId === '' && { seal: '请选择印章' }),
    ...(scope === 'templates' && templateIds.length === 0 && { templates: '请选择模板' }),
    ...(scope === 'contract' && taskId === '' && { task: '请选择合同' }),
    ...((amount === undefined || amount === 0) && { amount: '请填写正确的金额' }),
    ...(term !== undefined && { term }),
  }
}

function termFault(writing: GrantWriting, now: number): string | undefined {
  const { beginAt, endAt } = termOf(writing)
  if (beginAt === null || endAt === null) return '请选择起止日期'
  return grantTermFaults({ beginAt, endAt }, now)[0]?.message
}

/** The grant as it travels; null while its term is not known. */
export function sentOf(writing: GrantWriting): Sent<Table['addSealGrant']> | null {
  const { memberId, sealId, scope, templateIds, taskId } = writing
  const { beginAt: beginTime, endAt: endTime } = termOf(writing)
  const amountMax = readAmount(writing.amountMax)
  if (beginTime === null || endTime === null || amountMax === undefined) return null
  return {
    memberId,
    sealId,
    grantScope: scope,
    ...(scope === 'templates' && { templateIdArray: [...templateIds] }),
    ...(scope === 'contract' && { taskId }),
    counterpartArray: linesOf(writing.counterparts),
    amountMax,
    beginTime,
    endTime,
  }
}

/** The letter as it will read; `legalName` is the legal representative's. */
export function letterOf(making: Making, writing: GrantWriting, legalName: string): GrantLetter {
  const seal = making.sealArray.find(({ sealId }) => sealId === writing.sealId)
  return {
    letterNo: null,
    companyName: making.companyName,
    creditCode: making.creditCode,
    legalPersonName: seal?.sealType === 'legal' ? legalName : null,
    ...memberOf(making, writing),
    sealName: seal?.sealName ?? '',
    sealCode: seal?.sealCode ?? '',
    scope: writing.scope,
    names: namesOf(making, writing),
    counterparts: linesOf(writing.counterparts),
    amountMax: readAmount(writing.amountMax) ?? null,
    ...termOf(writing),
  }
}

function memberOf({ memberArray }: Making, writing: GrantWriting) {
  const member = memberArray.find(({ memberId }) => memberId === writing.memberId)
  if (!member) return { memberName: '', memberPhone: '', departmentName: null }
  return { memberName: member.memberName, memberPhone: member.phone, departmentName: member.departmentName }
}

function namesOf({ templateArray, taskArray }: Making, { scope, templateIds, taskId }: GrantWriting): string[] {
  if (scope === 'templates')
    return templateArray.flatMap((one) => (templateIds.includes(one.templateId) ? [one.templateName] : []))
  return scope === 'contract' ? taskArray.flatMap((one) => (one.taskId === taskId ? [one.taskName] : [])) : []
}

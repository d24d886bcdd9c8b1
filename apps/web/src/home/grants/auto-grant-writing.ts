import type { Sent } from '@moqi/api/call'
import type { SealGrant } from '@moqi/api/seal-grant'
import type { Table } from '@moqi/api/table'
import { autoLimits } from '@moqi/domain/seals/auto-signing'
import type { AutoLetter } from '@moqi/domain/seals/grant-letter'
import { grantTermFaults, latestEnd } from '@moqi/domain/seals/seal-grant'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { parseTime } from '@moqi/domain/time/format-date'
import { readAmount, typedAmount } from '../../ui/amount.ts'
import { linesOf, type Making } from './grant-writing.ts'

/** An authorisation of automatic signing as it is being filled in; days as `2026-12-29`, the amount in 元. */
export type AutoGrantWriting = {
  sealId: string
  templateIds: readonly string[]
  /** Names, one a line. */
  counterparts: string
  amountMax: string
  countMax: number | null
  days: readonly [string, string]
}

/** The seals that may be put on automatically: never the legal representative's. */
export const autoSeals = ({ sealArray }: Making) => sealArray.filter(({ sealType }) => sealType === 'company')

/** What a form begins with: as another one was, else the first seal for a year. */
export function autoWritingOf(making: Making, now: number, about: SealGrant | null): AutoGrantWriting {
  const seals = autoSeals(making)
  const named = new Set(about?.namedArray.map(({ id }) => id))
  const first = parseTime(deadlineDay(now)) ?? now
  return {
    sealId: (seals.find(({ sealId }) => sealId === about?.sealId) ?? seals[0])?.sealId ?? '',
    templateIds: making.templateArray.flatMap(({ templateId }) => (named.has(templateId) ? [templateId] : [])),
    counterparts: about?.counterpartArray.join('\n') ?? '',
    amountMax: typedAmount(about?.amountMax ?? null),
    countMax: about?.countMax ?? 100,
    days: [deadlineDay(now), deadlineDay(latestEnd(first, autoLimits.years))],
  }
}

function termOf({ days: [first, last] }: AutoGrantWriting): { beginAt: number | null; endAt: number | null } {
  return { beginAt: first === '' ? null : parseTime(first), endAt: deadlineOf(last) }
}

/** A field of the form that may be wrong. */
export type AutoGrantField = 'seal' | 'templates' | 'amount' | 'count' | 'term'

/** What is missing or wrong, by field. */
export function autoFaultsOf(writing: AutoGrantWriting, now: number): Partial<Record<AutoGrantField, string>> {
  const { sealId, templateIds, amountMax, countMax } = writing
  const { beginAt, endAt } = termOf(writing)
  const [term] = beginAt === null || endAt === null ? [] : grantTermFaults({ beginAt, endAt }, now, autoLimits.years)
  const amount = readAmount(amountMax)
  return {
    ...(sealId === '' && { seal: '请选择印章' }),
    ...(templateIds.length === 0 && { templates: '请选择模板' }),
    ...((amount === undefined || amount === 0) && { amount: '请填写正确的金额' }),
    ...(countMax === null && { count: '请填写份数' }),
    ...(beginAt === null || endAt === null ? { term: '请选择起止日期' } : term && { term: term.message }),
  }
}

/** The authorisation as it travels; null while something is missing. */
export function autoSentOf(writing: AutoGrantWriting): Sent<Table['addAutoGrant']> | null {
  const { sealId, templateIds, counterparts, countMax } = writing
  const { beginAt: beginTime, endAt: endTime } = termOf(writing)
  const amountMax = readAmount(writing.amountMax)
  if (beginTime === null || endTime === null || countMax === null || amountMax === undefined) return null
  const counterpartArray = linesOf(counterparts)
  return { sealId, templateIdArray: [...templateIds], counterpartArray, amountMax, countMax, beginTime, endTime }
}

/** The letter as it will read. */
export function autoLetterOf(making: Making, writing: AutoGrantWriting): AutoLetter {
  const seal = making.sealArray.find(({ sealId }) => sealId === writing.sealId)
  return {
    letterNo: null,
    companyName: making.companyName,
    creditCode: making.creditCode,
    sealName: seal?.sealName ?? '',
    sealCode: seal?.sealCode ?? '',
    names: making.templateArray.flatMap((one) =>
      writing.templateIds.includes(one.templateId) ? [one.templateName] : [],
    ),
    counterparts: linesOf(writing.counterparts),
    amountMax: readAmount(writing.amountMax) ?? null,
    countMax: writing.countMax,
    ...termOf(writing),
  }
}

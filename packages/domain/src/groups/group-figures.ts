import { shanghaiDate, startOfDayShanghai } from '../time/civil-date.ts'

/** Over which time a group counts what was finished. */
export const groupPeriods = { month: '本月', quarter: '本季', year: '今年' } as const
/** Such a time: a key of `groupPeriods`. */
export type GroupPeriod = keyof typeof groupPeriods
/** What the time before each of them is called, up to the same point. */
export const periodsBefore: Readonly<Record<GroupPeriod, string>> = {
  month: '上月同期',
  quarter: '上季同期',
  year: '去年同期',
}

const monthsOf: Readonly<Record<GroupPeriod, number>> = { month: 1, quarter: 3, year: 12 }

/** A time from `begin` on and before `end`, ms. */
export type Span = { readonly begin: number; readonly end: number }

/** A period up to `at`, and as much of the one before, which ends with that period at the latest; Beijing's days. */
export function periodSpans(period: GroupPeriod, at: number): { now: Span; before: Span } {
  const { year, month } = shanghaiDate(at)
  const long = monthsOf[period]
  const first = year * 12 + Math.floor((month - 1) / long) * long
  const begin = monthBegins(first)
  const beforeBegin = monthBegins(first - long)
  return {
    now: { begin, end: at + 1 },
    before: { begin: beforeBegin, end: Math.min(begin, beforeBegin + (at + 1 - begin)) },
  }
}

/** The first ms of a month, counted from the year 0 on. */
const monthBegins = (months: number) =>
  startOfDayShanghai({ year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 })

/** What a group's lead sees of a company: numbers, and nothing else. */
export type GroupFigures = {
  readonly memberNumber: number
  readonly signingNumber: number
  /** Of the period, and of the one before. */
  readonly finishedNumber: number
  readonly beforeNumber: number
  /** Contracts whose term ends within 30 days, and those whose term has ended in the last 30. */
  readonly endingNumber: number
  readonly endedNumber: number
  /** 份 that are left, and of how many: of the packs that are in use. */
  readonly surplus: number
  readonly total: number
}

/** How a company stands, the worst first. */
export const groupStandings = ['frozen', 'closing', 'unauthenticated', 'quotaLow', 'ended', 'fine'] as const
/** Such a state: a member of `groupStandings`. */
export type GroupStanding = (typeof groupStandings)[number]

type StandingFacts = Pick<GroupFigures, 'surplus' | 'total' | 'endedNumber'> & {
  readonly isFrozen: boolean
  readonly isClosing: boolean
  readonly isAuthenticated: boolean
}

/** How a company stands by its facts. */
export function groupStanding(facts: StandingFacts): GroupStanding {
  const stands: Readonly<Record<GroupStanding, boolean>> = {
    frozen: facts.isFrozen,
    closing: facts.isClosing,
    unauthenticated: !facts.isAuthenticated,
    quotaLow: facts.surplus * 10 < facts.total || facts.surplus === 0,
    ended: facts.endedNumber > 0,
    fine: true,
  }
  return groupStandings.find((standing) => stands[standing]) ?? 'fine'
}

/** A standing as pages and workbooks say it. */
export function standingInWords(standing: GroupStanding, { surplus, endedNumber }: GroupFigures): string {
  const words: Readonly<Record<GroupStanding, string>> = {
    frozen: '已被平台冻结',
    closing: '正在注销',
    unauthenticated: '企业认证已失效',
    quotaLow: surplus === 0 ? '份数已用完' : '份数不足一成',
    ended: `${endedNumber}份合同已到期`,
    fine: '正常',
  }
  return words[standing]
}

/** How many ms belong to one look: whoever reads the same figures anew within them has looked once. */
export const lookMs = 10 * 60_000

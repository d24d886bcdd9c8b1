import { shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const shownMonths = 6

/** The first instant of the month `back` months before that of `now`, in ms. */
function monthStart(now: number, back: number): number {
  const { year, month } = shanghaiDate(now)
  const months = year * 12 + month - 1 - back
  return startOfDayShanghai({ year: Math.floor(months / 12), month: (months % 12) + 1, day: 1 })
}

/** What became of the contracts of the last six months, this one included, month by month. */
export const monthsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'months'],
    queryFn: ({ signal }) => {
      const endTime = Date.now()
      const input = { startTime: monthStart(endTime, shownMonths - 1), endTime }
      return call('getSigningStatistics', input, { signal, quiet: true }).then(({ monthArray }) => monthArray)
    },
  })

/** How many members there are, and how many have been invited and not answered. */
export const membersQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'members'],
    queryFn: async ({ signal }) => {
      const [members, invited] = await Promise.all([
        call('listMember', { pageSize: 10 }, { signal, quiet: true }),
        call('listInviteUser', { pageSize: 10 }, { signal, quiet: true }),
      ])
      return { members: members.total, invited: invited.total }
    },
  })

/** How many seals may sign, how many wait to be looked at, and whether all are frozen. */
export const sealsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'seals'],
    queryFn: async ({ signal }) => {
      const { countArray, freeze } = await call('listCompanySeal', { pageSize: 10 }, { signal, quiet: true })
      const inState = (state: (typeof countArray)[number]['sealStatus']) =>
        countArray.find(({ sealStatus }) => sealStatus === state)?.number ?? 0
      return { enabled: inState('enabled'), auditing: inState('auditing'), failed: inState('auditFailed'), freeze }
    },
  })

/** How many applications for a seal wait for the viewer. */
export const approvalsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'approvals'],
    queryFn: ({ signal }) =>
      call('listApprove', { pageSize: 10 }, { signal, quiet: true }).then(({ pendingNumber }) => pendingNumber),
  })

/** How many contracts wait for the viewer's signature, and for others. */
export const contractsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'contracts'],
    queryFn: ({ signal }) => call('getStatusTotal', {}, { signal, quiet: true }),
  })

/** The packs, what is left of them all, and what ends soon. */
export const packsQuery = (tenantId: string) =>
  queryOptions({
    queryKey: ['console', tenantId, 'packs'],
    queryFn: ({ signal }) => call('listPacks', {}, { signal, quiet: true }),
  })

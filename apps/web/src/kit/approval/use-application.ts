import type { SignDetail } from '@moqi/api/task'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { approvalKeys } from './approval-keys.ts'

/** One application as the viewer sees it. */
export const applicationQuery = (approveId: string) =>
  queryOptions({
    queryKey: [...approvalKeys.all, 'one', approveId],
    queryFn: ({ signal }) => call('getApproveInfo', { approveId }, { signal }),
  })

/** The viewer's own newest application about a contract; null when there is none. */
export function useOwnApplication({ signId, taskNo }: Pick<SignDetail, 'signId' | 'taskNo'>, wanted = true) {
  return useQuery({
    queryKey: [...approvalKeys.all, 'of', signId],
    queryFn: async ({ signal }) => {
      const approveId = await findOwn(taskNo, signal)
      return approveId === null ? null : call('getApproveInfo', { approveId }, { signal })
    },
    enabled: wanted,
  })
}

/** The id of the viewer's newest application about the contract of that number, the newest being listed first. */
async function findOwn(taskNo: string, signal: AbortSignal): Promise<string | null> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof ownApplications>> = await ownApplications(cursor, signal)
    const found = page.approveArray.find((row) => row.taskNo === taskNo)
    if (found) return found.approveId
    cursor = page.nextCursor
  } while (cursor !== null)
  return null
}

const ownApplications = (cursor: string | null, signal: AbortSignal) =>
  call('listApprove', { status: 'mine', cursor, pageSize: 50 }, { signal })

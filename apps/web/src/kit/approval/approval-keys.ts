import { queryClient } from '../../client/query-client.ts'
import { refreshContracts } from '../contract/contract-keys.ts'

/** Query keys of everything that shows applications for the use of seals: they share a beginning. */
export const approvalKeys = { all: ['approvals'], list: ['approvals', 'list'], flows: ['approvals', 'flows'] } as const

/** Reads everything about applications again. */
export const rereadApprovals = (): Promise<void> => queryClient.invalidateQueries({ queryKey: approvalKeys.all })

/** The same after an own step, by which contracts move too. */
export async function refreshApprovals(): Promise<void> {
  await Promise.all([rereadApprovals(), refreshContracts()])
}

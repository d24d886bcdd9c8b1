import { useVisit } from '../../client/visit.ts'

/** The page on which the use of a seal on a contract is asked for, and followed. */
export function flowPath(signId: string): string {
  const { visit } = useVisit.getState()
  // What an integration opened has an address of its own (checklist R45).
  if (visit) return `/oa-sign/flow?${new URLSearchParams({ app: visit.appId ?? '', signId })}`
  return `/flow?${new URLSearchParams({ signId })}`
}

/** The same to ask for seals chosen anew, whatever became of an earlier application. */
export const applyPath = (signId: string) => `${flowPath(signId)}&new=1`

/** The page of one application, for who decides on it and who made it. */
export const approvePath = (approveId: string) => `/approve-info?${new URLSearchParams({ approveId })}`

/** The list of applications that wait for the viewer. */
export const approvalsPath = '/approve/list?status=myapproval'

/** The page on which the use of a seal on a contract is asked for, and followed. */
export const flowPath = (signId: string) => `/flow?${new URLSearchParams({ signId })}`

/** The same to ask for seals chosen anew, whatever became of an earlier application. */
export const applyPath = (signId: string) => `${flowPath(signId)}&new=1`

/** The page of one application, for who decides on it and who made it. */
export const approvePath = (approveId: string) => `/approve-info?${new URLSearchParams({ approveId })}`

/** The list of applications that wait for the viewer. */
export const approvalsPath = '/approve/list?status=myapproval'

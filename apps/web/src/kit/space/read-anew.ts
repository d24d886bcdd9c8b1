import { queryClient } from '../../client/query-client.ts'

/** What belongs to the account whatever its space; the gates above the pages stand on the first two. */
const ofAccount: ReadonlySet<unknown> = new Set(['spaces', 'perfect-info', 'waiting-answers', 'notice-setting'])

/** Has everything read in the old space read again (checklist H36). */
export const readAnew = () => queryClient.resetQueries({ predicate: ({ queryKey }) => !ofAccount.has(queryKey[0]) })

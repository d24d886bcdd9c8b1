import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { activateSpace } from '../../kit/space/activate-space.ts'
import { waitingKey } from '../../kit/space/waiting-answers.ts'

/** Reads the person's spaces anew and makes `tenantId` this tab's (checklist X14). */
export async function enterCompany(tenantId: string): Promise<void> {
  const spaces = await queryClient.fetchQuery({
    queryKey: ['spaces'],
    queryFn: () => call('getUserSpaceInfo', {}).then((data) => data.spaceInfoArray),
    staleTime: 0,
  })
  const joined = spaces.find((space) => space.tenantId === tenantId)
  if (joined) await activateSpace(joined)
  await queryClient.invalidateQueries({ queryKey: waitingKey })
}

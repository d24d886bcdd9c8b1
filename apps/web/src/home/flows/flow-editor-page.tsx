import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { FlowEditor } from './flow-editor.tsx'
import { flowsPath } from './flow-paths.ts'

/** One flow drawn and edited, or a new one (checklist R38). */
export function FlowEditorPage() {
  const [params] = useSearchParams()
  const flowId = params.get('flowId')
  const space = useSpace((state) => state.current)
  const manages = space !== null && hasRight(space, 'manageFlows')
  const flow = useQuery({
    queryKey: [...approvalKeys.flows, 'edited', flowId],
    queryFn: ({ signal }) => call('getCompanyFlow', { flowId: flowId ?? '' }, { signal }),
    enabled: flowId !== null && manages,
    // What is being typed is not to be read away: a change by others is told when this one is saved.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!space) return null
  if (!manages) return <Navigate replace to="/401" />
  if (flowId === null) return <FlowEditor key="new" flow={null} space={space} />
  if (flow.error instanceof CallRefusal) return <Navigate replace to={flowsPath} />
  if (flow.error)
    return (
      <main className="cannot">
        <LoadingFailed busy={flow.isFetching} onRetry={() => void flow.refetch()} />
      </main>
    )
  if (!flow.data) return <Waiting title="正在打开流程" />
  return <FlowEditor key={`${flowId} ${flow.data.version}`} flow={flow.data} space={space} />
}

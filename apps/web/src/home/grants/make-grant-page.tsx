import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { autoGrantsPath, grantsPath, requestsPath } from '../../kit/grants/grant-paths.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { AutoGrantForm } from './auto-grant-form.tsx'
import { GrantForm } from './grant-form.tsx'
import { grantKeys } from './grant-keys.ts'
import { makingAsked } from './grant-writing.ts'

/**
 * /company-space/admin-authorize/make: lets a member use a seal of the company, by a letter both sign, or has it put on
 * automatically.
 */
export function MakeGrantPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'company' || !hasRight(space, 'manageSeals')) return <Navigate replace to="/401" />
  return <MakeGrant tenantId={space.tenantId} />
}

function MakeGrant({ tenantId }: { tenantId: string }) {
  const [params] = useSearchParams()
  const requestId = params.get('requestId')
  if (requestId !== null) return <AnswerRequest tenantId={tenantId} requestId={requestId} />
  return <MakeAnew tenantId={tenantId} />
}

const useMaking = (tenantId: string) =>
  useQuery({
    queryKey: grantKeys.making(tenantId),
    queryFn: ({ signal }) => call('getGrantMaking', {}, { signal }),
  })

/** A grant as somebody asked for it. */
function AnswerRequest({ tenantId, requestId }: { tenantId: string; requestId: string }) {
  const making = useMaking(tenantId)
  const asked = useQuery({
    queryKey: grantKeys.request(requestId),
    queryFn: ({ signal }) => call('getGrantRequest', { requestId }, { signal }),
    // What is being filled in stays as it was begun.
    staleTime: Infinity,
    gcTime: 0,
  })
  // Decided meanwhile, or not to be had: the list says how it stands.
  if (asked.isError || (asked.data && asked.data.requestState !== 'pending'))
    return <Navigate replace to={requestsPath} />
  if (making.data && asked.data)
    return <GrantForm making={makingAsked(making.data, asked.data)} about={null} request={asked.data} />
  return <Loading back={{ to: requestsPath, label: '返回授权申请' }} title="授权申请" making={making} />
}

/** A grant of a seal, or as another one was. */
function MakeAnew({ tenantId }: { tenantId: string }) {
  const [params] = useSearchParams()
  const [grantId, sealId] = [params.get('grantId'), params.get('sealId')]
  const making = useMaking(tenantId)
  const before = useQuery({
    queryKey: grantKeys.one(grantId ?? ''),
    // What cannot be had is filled in anew.
    queryFn: ({ signal }) =>
      call('getSealGrant', { grantId: grantId ?? '' }, { signal, quiet: true }).catch(() => null),
    enabled: grantId !== null,
  })
  const isAuto = params.get('manner') === 'auto'
  if (making.data && (grantId === null || before.isFetched)) {
    if (isAuto) return <AutoGrantForm making={making.data} about={before.data ?? null} />
    const about = before.data ?? (sealId === null ? null : { sealId })
    return <GrantForm making={making.data} about={about} request={null} />
  }
  return isAuto ? (
    <Loading back={{ to: autoGrantsPath, label: '返回自动签署' }} title="新增自动签署" making={making} />
  ) : (
    <Loading back={{ to: grantsPath, label: '返回印章授权' }} title="新增授权" making={making} />
  )
}

type LoadingProps = {
  back: { to: string; label: string }
  title: string
  making: Pick<ReturnType<typeof useMaking>, 'isError' | 'isFetching' | 'refetch'>
}

function Loading({ back, title, making }: LoadingProps) {
  return (
    <TaskFrame back={back} title={title}>
      {making.isError ? (
        <LoadingFailed onRetry={() => void making.refetch()} busy={making.isFetching} />
      ) : (
        <div role="status" aria-label="正在加载" aria-busy="true">
          <Skeleton rows={4} height={96} />
        </div>
      )}
    </TaskFrame>
  )
}

import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { autoGrantsPath, grantsPath } from '../../kit/grants/grant-paths.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { AutoGrantForm } from './auto-grant-form.tsx'
import { GrantForm } from './grant-form.tsx'
import { grantKeys } from './grant-keys.ts'

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
  const [grantId, sealId] = [params.get('grantId'), params.get('sealId')]
  const making = useQuery({
    queryKey: grantKeys.making(tenantId),
    queryFn: ({ signal }) => call('getGrantMaking', {}, { signal }),
  })
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
    return <GrantForm making={making.data} about={before.data ?? (sealId === null ? null : { sealId })} />
  }
  return (
    <TaskFrame
      back={isAuto ? { to: autoGrantsPath, label: '返回自动签署' } : { to: grantsPath, label: '返回印章授权' }}
      title={isAuto ? '新增自动签署' : '新增授权'}
    >
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

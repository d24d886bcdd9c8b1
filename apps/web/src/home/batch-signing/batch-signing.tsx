import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import type { Space } from '../../client/space-store.ts'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { useTold } from '../../kit/live/told-status.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { useBatchRun, watchRun } from './batch-run.ts'
import { BatchCheck } from './batch-check.tsx'
import { BatchProgress } from './batch-progress.tsx'
import './batch-signing.css'

type BatchSigningProps = { signIds: readonly string[]; space: Space; back: string }

/** Several contracts: what they are and wait for, then how far their signing is, then what became of each. */
export function BatchSigning({ signIds, space, back }: BatchSigningProps) {
  const list = `${space.tenantId} ${signIds.join()}`
  const run = useBatchRun((state) => state.run)
  useEffect(watchRun, [])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...contractKeys.all, 'batch', list],
    queryFn: ({ signal }) => call('getBatchSignSealInfo', { signIds: [...signIds] }, { signal }),
    // Whoever comes back has read, written or filled something in.
    staleTime: 0,
  })
  const told = useTold(({ status }) => signIds.map((signId) => status.get(signId) ?? '').join())
  // What is signed elsewhere meanwhile, or goes on after a reload, is shown as it is.
  useEffect(() => void (told.replaceAll(',', '') !== '' && refetch()), [told, refetch])
  const rows = data?.batchSignArray
  if (run?.list === list) return <BatchProgress run={run} since={rows ?? []} space={space} back={back} />
  if (rows) return <BatchCheck list={list} rows={rows} space={space} back={back} isBusy={run !== null} />
  return (
    <TaskFrame back={{ to: back, label: '返回合同列表' }} title="批量签署" note={space.spaceName}>
      {error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton rows={8} height={60} />}
    </TaskFrame>
  )
}

import { checkReason } from '@moqi/domain/contract/draft-text'
import { jobLimits, type JobState } from '@moqi/domain/operators/job-states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** What is to be done, and to which jobs: some by their ids, or all failed ones that are found so. */
export type Wish = {
  act: 'retry' | 'drop'
  title: string
  select: { jobIdArray: string[] } | { jobState: JobState; search?: string }
}

/** Says in numbers what will be done before it is; to drop takes a reason. */
export function JobDeedSheet({ wish: { act, title, select }, onClose }: { wish: Wish; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operator', 'weighed-jobs', act, select],
    queryFn: ({ signal }) => call('weighJobs', select, { signal, quiet: true }),
    gcTime: 0,
  })
  const number = data?.jobIdArray.length ?? 0
  const retry = () => {
    if (!data || number === 0) return
    const { jobIdArray } = data
    void decide('retry', () => call('retryJobs', { jobIdArray }), `已重新排队${number}个任务`)
  }
  const drop = () => {
    if (!data || number === 0) return
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    const { jobIdArray } = data
    return void decide('drop', () => call('dropJobs', { jobIdArray, reason }), `已停止${number}个任务`)
  }
  return (
    <Sheet
      title={act === 'retry' ? '重试任务' : '停止任务'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {act === 'retry' ? (
            <Button variant="primary" busy={busy === 'retry'} disabled={number === 0} onClick={retry}>
              重试{number > 0 ? `${number}个任务` : ''}
            </Button>
          ) : (
            <Button variant="danger" busy={busy === 'drop'} disabled={number === 0} onClick={drop}>
              停止{number > 0 ? `${number}个任务` : ''}
            </Button>
          )}
        </>
      }
    >
      <div className="job-deed">
        <p className="job-owner">
          <b>{title}</b>
        </p>
        {data && <Weighed act={act} weighed={data} />}
        {!data && (error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton />)}
        {act === 'drop' && number > 0 && (
          <TextArea
            label="停止的原因"
            rows={3}
            maxLength={200}
            hint="与任务一起留存；与合同、订单、发票或印章有关的，对方在其日志中也能看到"
            value={reason}
            error={fault}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </div>
    </Sheet>
  )
}

type WeighedProps = {
  act: Wish['act']
  weighed: {
    jobIdArray: string[]
    kindArray: { kind: string; kindLabel: string; number: number }[]
    spaceNumber: number
    goneNumber: number
  }
}

function Weighed({ act, weighed: { jobIdArray, kindArray, spaceNumber, goneNumber } }: WeighedProps) {
  const number = jobIdArray.length
  if (number === 0) return <p>这些任务已经完成、正在执行或已被处理，没有可以{act === 'retry' ? '重试' : '停止'}的。</p>
  const whose = spaceNumber > 0 ? `涉及${spaceNumber}个空间` : '都是平台自己的任务'
  return (
    <>
      <p>
        {act === 'retry'
          ? `将立即重新排队${number}个任务，${whose}。尝试次数从头计算，再失败时照常等待重试。`
          : `将停止${number}个任务，${whose}。停止后不再执行，对应的事情不会完成，不能撤销。`}
      </p>
      <ul className="job-kinds">
        {kindArray.map(({ kind, kindLabel, number: of }) => (
          <li key={kind} className="spread">
            <span>{kindLabel}</span>
            <span className="num">{of}个</span>
          </li>
        ))}
      </ul>
      {number === jobLimits.atOnce && <p className="small muted">一次最多{jobLimits.atOnce}个，其余的请再做一次。</p>}
      {goneNumber > 0 && <p className="small muted">另有{goneNumber}个已完成、正在执行或已被处理，不受影响。</p>}
    </>
  )
}

import type { Colleague } from '@moqi/api/operation'
import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { isVisit } from '../../client/visit.ts'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { Choices } from '../../kit/operations/choices.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { tellHost } from './host.ts'
import { LeaveVisit } from './leave-visit.tsx'
import { Away } from './visit-gate.tsx'
import { VisitFrame } from './visit-frame.tsx'
import { VisitRefused } from './visit-refused.tsx'

const LeaveAssigning = () =>
  isVisit() ? (
    <LeaveVisit />
  ) : (
    <ButtonLink to="/space/contract-list?status=all" size="l" variant="primary">
      返回合同列表
    </ButtonLink>
  )

/** /unifysign/assign: the company that received a contract says which colleague signs it (checklist R49). */
export function AssignPage() {
  const [query] = useSearchParams()
  const detail = useSignDetail(query.get('signId') ?? '')
  const [assigned, setAssigned] = useState<string | null>(null)
  if (assigned !== null)
    return (
      <VisitRefused
        title={`已指派给${assigned}`}
        reason="对方会收到通知，由其代表本企业签署"
        act={<LeaveAssigning />}
      />
    )
  if (detail.data) return <Assigning detail={detail.data} onAssigned={setAssigned} />
  if (detail.error instanceof CallRefusal)
    return <VisitRefused title="无法打开" reason={detail.error.message} act={<LeaveAssigning />} />
  if (detail.error) return <Away busy={detail.isFetching} again={detail} />
  return <Waiting title="正在打开合同" />
}

type AssigningProps = { detail: SignDetail; onAssigned: (name: string) => void }
type Fault = { field: 'colleague' | 'reason'; message: string } | null

function Assigning({ detail, onAssigned }: AssigningProps) {
  const { signId } = detail
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['colleagues', signId],
    queryFn: ({ signal }) => call('listColleagues', { signId }, { signal, quiet: true }),
  })
  if (error instanceof CallRefusal)
    return <VisitRefused title="不能指派" reason={error.message} act={<LeaveAssigning />} />
  return (
    <VisitFrame>
      <section className="visit-assign">
        <h1>指派经办人</h1>
        <Facts facts={factsOf(detail)} />
        {data ? (
          <AssignForm signId={signId} colleagues={data.colleagueArray} onAssigned={onAssigned} />
        ) : error ? (
          <LoadingFailed busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={2} height={44} />
        )}
      </section>
    </VisitFrame>
  )
}

type AssignFormProps = { signId: string; colleagues: readonly Colleague[]; onAssigned: (name: string) => void }

function AssignForm({ signId, colleagues, onAssigned }: AssignFormProps) {
  const [colleagueId, choose] = useState('')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<Fault>(null)
  // A press that follows a refusal is another attempt; one that follows silence repeats the first.
  const [key, setKey] = useState(randomKey)
  const sending = useMutation({
    mutationFn: () => call('transferTask', { signId, colleagueId, reason: reason.trim() }, { key, quiet: true }),
    onSuccess: ({ signerName }) => {
      tellHost('assigned', { signId })
      onAssigned(signerName)
    },
    onError: (error) => {
      if (!(error instanceof CallRefusal)) return setFault({ field: 'reason', message: '提交失败，请稍后重试' })
      setKey(randomKey())
      return setFault({ field: error.data.field === 'reason' ? 'reason' : 'colleague', message: error.message })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending) return
    const wrong = faultOf(colleagueId, reason)
    setFault(wrong)
    if (!wrong) sending.mutate()
  }
  if (colleagues.length === 0) return <p className="hint">没有可指派的同事：对方需已加入本企业并完成实名认证。</p>
  return (
    <form noValidate onSubmit={submit}>
      <Choices
        legend="由谁签署"
        items={colleagues.map((one) => ({ value: one.colleagueId, label: one.name, note: one.phone }))}
        value={colleagueId}
        error={fault?.field === 'colleague' ? fault.message : undefined}
        onChange={choose}
      />
      <TextArea
        label="请填写原因(2-200字)"
        maxLength={200}
        value={reason}
        error={fault?.field === 'reason' ? fault.message : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" size="xl" variant="primary" block busy={sending.isPending}>
        确定指派
      </Button>
    </form>
  )
}

function faultOf(colleagueId: string, reason: string): Fault {
  if (!colleagueId) return { field: 'colleague', message: '请选择由谁签署' }
  return [...reason.trim()].length >= 2 ? null : { field: 'reason', message: '请填写原因(2-200字)' }
}

const factsOf = ({ taskName, initiatorName, signExpireTime }: SignDetail) =>
  [
    ['合同主题', taskName],
    ['发起方', initiatorName],
    ['签署截止时间', formatDate(signExpireTime, '{y}-{m}-{d} {h}:{i}')],
  ] as const

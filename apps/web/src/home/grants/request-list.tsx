import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { makeGrantPath, requestsPath } from '../../kit/grants/grant-paths.ts'
import { requestLabel, requestScope, requestTones, wishExplained } from '../../kit/grants/request-words.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { readGrantsAnew } from './grant-keys.ts'
import { MannerChoice } from './manner-choice.tsx'
import { useGrantRequests } from './use-grant-requests.ts'

type Request = Output<Table['listGrantRequest']>['requestArray'][number]

/** What members lack and ask for: to be granted, or refused with a reason. */
export function RequestsOf({ tenantId }: { tenantId: string }) {
  const [params] = useSearchParams()
  const isWaiting = params.get('status') !== 'all'
  const [refusing, refuse] = useState<Request | null>(null)
  return (
    <>
      <MannerChoice tenantId={tenantId} shown="asked" />
      <div className="grants-bar">
        <Segments
          label="申请状态"
          current={isWaiting ? 'pending' : 'all'}
          segments={[
            { key: 'pending', label: '待处理', count: undefined, to: requestsPath },
            { key: 'all', label: '全部', count: undefined, to: `${requestsPath}&status=all` },
          ]}
        />
      </div>
      <Requests tenantId={tenantId} isWaiting={isWaiting} onRefuse={refuse} />
      {refusing && <Refusing request={refusing} onClose={() => refuse(null)} />}
    </>
  )
}

type RequestsProps = { tenantId: string; isWaiting: boolean; onRefuse: (request: Request) => void }

function Requests({ tenantId, isWaiting, onRefuse }: RequestsProps) {
  const { requests, failed, busy, retry, more, moreBusy } = useGrantRequests(tenantId, isWaiting)
  if (failed)
    return (
      <div className="card">
        <LoadingFailed onRetry={retry} busy={busy} />
      </div>
    )
  if (!requests)
    return (
      <div className="card grants-wait" role="status" aria-label="正在加载" aria-busy="true">
        <Skeleton rows={3} height={120} />
      </div>
    )
  if (requests.length === 0)
    return (
      <div className="card">
        <EmptyState title={isWaiting ? '没有待处理的授权申请' : '还没有人申请授权'} />
      </div>
    )
  return (
    <>
      <h2 className="sr">授权申请</h2>
      <div className="request-cards">
        {requests.map((request) => (
          <RequestCard key={request.requestId} request={request} onRefuse={() => onRefuse(request)} />
        ))}
      </div>
      {more && (
        <div className="grants-more">
          <Button busy={moreBusy} onClick={more}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}

function RequestCard({ request, onRefuse }: { request: Request; onRefuse: () => void }) {
  const navigate = useNavigate()
  const { requestId, memberName, sealName, taskName, taskNo, grantWish, counterpartArray, template } = request
  const facts = { counterpartArray, templateName: template?.templateName ?? null }
  return (
    <ListCard
      title={`${memberName}申请使用“${sealName}”`}
      tag={<Tag tone={requestTones[request.requestState]}>{requestLabel(request)}</Tag>}
      facts={[
        ['合同', `${taskName}（${taskNo}）`],
        [
          '授权范围',
          grantWish === 'contract'
            ? requestScope(request)
            : `${requestScope(request)}，${wishExplained(grantWish, facts)}`,
        ],
        ['申请理由', request.reason],
        ...outcome(request),
      ]}
      foot={formatDate(request.createTime)}
      actions={
        request.mayDecide === 1 && (
          <>
            <Button size="s" aria-label={`拒绝：${memberName}，${sealName}`} onClick={onRefuse}>
              拒绝
            </Button>
            <Button
              size="s"
              variant="primary"
              aria-label={`授权：${memberName}，${sealName}`}
              onClick={() => void navigate(makeGrantPath({ requestId }))}
            >
              授权
            </Button>
          </>
        )
      }
    />
  )
}

/** Who decided and how, or why the viewer cannot. */
function outcome({ requestState, mayDecide, deciderName, answer }: Request): [string, string][] {
  if (requestState === 'pending') return mayDecide === 1 ? [] : [['处理', '须由他人或法定代表人本人处理']]
  if (requestState === 'refused') return [['拒绝原因', `${deciderName ?? ''}：${answer ?? ''}`]]
  return requestState === 'granted' ? [['授权人', deciderName ?? '']] : []
}

function Refusing({ request, onClose }: { request: Request; onClose: () => void }) {
  const { requestId, memberName, sealName } = request
  const close = () => {
    onClose()
    void readGrantsAnew()
  }
  return (
    <ReasonSheet
      draft={`refuseGrant ${requestId}`}
      question={`确定拒绝${memberName}对“${sealName}”的授权申请吗？`}
      consequence="拒绝原因会通知申请人，申请人可以重新申请。"
      required
      send={(reason, key) => call('refuseGrantRequest', { requestId, reason: reason ?? '' }, { key })}
      onDone={() => {
        close()
        success('已拒绝授权申请')
      }}
      onRefused={(refusal) => {
        close()
        showRefusal(refusal)
      }}
      onClose={onClose}
    />
  )
}

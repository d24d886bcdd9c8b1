import type { Proposal } from '@moqi/api/proposal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { proposalKinds } from '@moqi/domain/operators/proposal'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DeedButton } from './deed-button.tsx'
import { ExportButton } from './export-button.tsx'
import { tenantPath } from './tenant-path.ts'
import { useDecision } from './use-decision.ts'
import './proposals.css'

/** What waits for a second operator: of one space, or of all, each with its link; nothing where none does. */
export function Proposals({ tenantId }: { tenantId?: string }) {
  const [refusing, setRefusing] = useState<Proposal | null>(null)
  const { busy, decide } = useDecision(
    () => {},
    () => {},
  )
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['operator', 'proposals', tenantId ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listProposals',
        { ...(tenantId !== undefined && { tenantId }), ...(pageParam && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const waiting = data?.pages.flatMap(({ proposalArray }) => proposalArray) ?? []
  if (waiting.length === 0) return null
  return (
    <section className="card proposals" aria-labelledby="proposals">
      <div className="proposals-head">
        <h2 id="proposals" className="h2">
          等待第二人确认
        </h2>
        {tenantId === undefined && <ExportButton list="proposals" />}
      </div>
      <ul>
        {waiting.map((one) => (
          <li key={one.proposalId}>
            <div className="proposal-what">
              <b>
                {proposalKinds[one.proposalKind]}
                {tenantId === undefined && (
                  <>
                    ：
                    <Link className="link" to={tenantPath(one.tenantId)}>
                      {one.spaceName}
                    </Link>
                  </>
                )}
              </b>
              <p>
                {one.what && `${one.what}。`}
                {one.reason}
              </p>
              <p className="small muted num">
                {one.proposedBy}　{formatDate(one.proposeTime)} 提出　{formatDate(one.lapseTime)} 作废
              </p>
            </div>
            <span className="proposal-acts">
              {one.endingId !== null && <DeedButton tenantId={one.tenantId} endingId={one.endingId} />}
              <Button onClick={() => setRefusing(one)}>{one.isOwn === 1 ? '撤回…' : '不同意…'}</Button>
              {one.isOwn === 0 && (
                <Button
                  variant="primary"
                  busy={busy === one.proposalId}
                  onClick={() =>
                    void decide(
                      one.proposalId,
                      () => call('agreeProposal', { proposalId: one.proposalId }),
                      `已${proposalKinds[one.proposalKind]}`,
                    )
                  }
                >
                  同意并{proposalKinds[one.proposalKind]}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="room-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            显示更多
          </Button>
        </div>
      )}
      {refusing && <RefuseSheet proposal={refusing} onClose={() => setRefusing(null)} />}
    </section>
  )
}

function RefuseSheet({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { proposalId, isOwn } = proposal
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const word = isOwn === 1 ? '撤回' : '不同意'
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    return void decide('refuse', () => call('refuseProposal', { proposalId, reason }), `已${word}`)
  }
  return (
    <Sheet
      title={`${word}：${proposalKinds[proposal.proposalKind]}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
            {word}
          </Button>
        </>
      }
    >
      <TextArea
        label={`${word}的原因`}
        rows={3}
        maxLength={200}
        hint="记入操作记录"
        value={reason}
        error={fault}
        onChange={(event) => setReason(event.target.value)}
      />
    </Sheet>
  )
}

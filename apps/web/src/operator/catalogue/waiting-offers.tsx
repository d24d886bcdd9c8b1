import type { OfferProposal } from '@moqi/api/catalogue'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { offerDeeds } from '@moqi/domain/orders/offer-terms'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TermLines } from './term-lines.tsx'

/** Changes of the catalogue that wait for a second operator, of one offer or of all; nothing where none does. */
export function WaitingOffers({ offerId }: { offerId?: string }) {
  const [refusing, setRefusing] = useState<OfferProposal | null>(null)
  const { busy, decide } = useDecision(
    () => {},
    () => {},
  )
  const { data } = useQuery({
    queryKey: ['operator', 'offer-proposals'],
    queryFn: ({ signal }) => call('listOfferProposals', {}, { signal, quiet: true }),
  })
  const waiting = data?.proposalArray.filter((one) => offerId === undefined || one.offerId === offerId) ?? []
  if (waiting.length === 0) return null
  return (
    <section className="card offer-waiting" aria-labelledby="offers-waiting">
      <div className="spread">
        <h2 id="offers-waiting" className="h2">
          等待第二人确认
        </h2>
        {offerId === undefined && <ExportButton list="proposals" />}
      </div>
      <ul>
        {waiting.map((one) => (
          <li key={one.proposalId}>
            <div className="offer-word">
              <b>
                {offerDeeds[one.offerDeed]}：{one.packName}
              </b>
              <TermLines lines={one.lineArray} />
              <p>{one.reason}</p>
              <p className="small muted num">
                {one.proposedBy}　{formatDate(one.proposeTime)} 提出　{formatDate(one.lapseTime)} 作废
              </p>
            </div>
            <span className="offer-acts">
              <Button onClick={() => setRefusing(one)}>{one.isOwn === 1 ? '撤回…' : '不同意…'}</Button>
              {one.isOwn === 0 && (
                <Button
                  variant="primary"
                  busy={busy === one.proposalId}
                  onClick={() =>
                    void decide(
                      one.proposalId,
                      () => call('agreeOfferProposal', { proposalId: one.proposalId }),
                      '已同意，改动已生效',
                    )
                  }
                >
                  同意
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {refusing && <RefuseSheet proposal={refusing} onClose={() => setRefusing(null)} />}
    </section>
  )
}

function RefuseSheet({ proposal, onClose }: { proposal: OfferProposal; onClose: () => void }) {
  const { proposalId, isOwn, packName, offerDeed } = proposal
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const word = isOwn === 1 ? '撤回' : '不同意'
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    return void decide('refuse', () => call('refuseOfferProposal', { proposalId, reason }), `已${word}`)
  }
  return (
    <Sheet
      title={`${word}：${offerDeeds[offerDeed]} ${packName}`}
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

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkPolicy } from '@moqi/domain/lending/lending-policy'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormFault } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import './lending.css'
import { listOf, loanText, loanWordsOf } from './policy-text.ts'

type Policy = Output<Table['getLendingPolicy']>

/** By which words contracts are flagged, and who has changed them. */
export function PolicyPage() {
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'lending-policy'],
    queryFn: ({ signal }) => call('getLendingPolicy', {}, { signal, quiet: true }),
  })
  return (
    <RoomFrame
      title="借贷词语"
      note="修改后，此后发送的合同按新的词语检查；已有的提示不变"
      acts={
        <Link className="btn btn-m btn-plain" to="/lending">
          返回借贷风险
        </Link>
      }
    >
      {data ? (
        <div className="lending">
          <PolicyForm policy={data} />
          <Changes policy={data} />
        </div>
      ) : (
        <UnreadRecords {...unread} />
      )}
    </RoomFrame>
  )
}

function PolicyForm({ policy: { versionNo, loanWordArray, amountWordArray } }: { policy: Policy }) {
  const [loans, setLoans] = useState(() => loanText(loanWordArray))
  const [amounts, setAmounts] = useState(() => amountWordArray.join('、'))
  // What is written here stays when somebody else saves meanwhile, and is refused then.
  const [known, setKnown] = useState(versionNo)
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, decide } = useDecision(
    (field, message) => setFaults({ [field]: message }),
    () => setFaults({}),
  )
  const save = () => {
    const read = loanWordsOf(loans)
    if ('fault' in read) return setFaults({ words: read.fault })
    const amounting = listOf(amounts)
    const loanWords = read.words.map(({ word, times, harmlessArray: harmless }) => ({ word, times, harmless }))
    const [words, why] = [checkPolicy({ loanWords, amountWords: amounting }), checkReason(reason)]
    const found = { ...(!words.ok && { words: words.message }), ...(!why.ok && { reason: why.message }) }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const said = { versionNo: known, loanWordArray: read.words, amountWordArray: amounting, reason }
    const keep = async () => {
      const kept = await call('saveLendingPolicy', said)
      setKnown(kept.versionNo)
      setReason('')
    }
    return void decide('save', keep, '已保存，此后发送的合同按新的词语检查')
  }
  return (
    <section className="card lending-form" aria-labelledby="policy-words">
      <h2 className="h2" id="policy-words">
        词语
      </h2>
      <TextArea
        label="借贷词语"
        rows={14}
        hint="每行一个：词语、合同中出现几次算涉及借贷、附近有哪些词语时不算。如：借款 3 银行、公积金。合同或模板名称中出现一次就算"
        value={loans}
        onChange={(event) => setLoans(event.target.value)}
      />
      <TextArea
        label="金额词语"
        rows={3}
        hint="后面是横线、空格或空白框的，算金额空白。用顿号隔开"
        value={amounts}
        onChange={(event) => setAmounts(event.target.value)}
      />
      <FormFault>{faults.words}</FormFault>
      <TextArea
        label="修改原因"
        rows={2}
        maxLength={200}
        hint="留在修改记录中"
        value={reason}
        error={faults.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="lending-acts">
        <Button variant="primary" busy={busy === 'save'} onClick={save}>
          保存
        </Button>
      </div>
    </section>
  )
}

const Changes = ({ policy: { changeArray } }: { policy: Policy }) => (
  <section className="card lending-form" aria-labelledby="policy-changes">
    <h2 className="h2" id="policy-changes">
      修改记录
    </h2>
    {changeArray.length === 0 ? (
      <EmptyState title="还没有修改过" hint="现在用的是系统自带的词语" />
    ) : (
      <ul className="freezings">
        {changeArray.map(({ versionNo, operatorName, time, reason }) => (
          <li key={versionNo}>
            <div className="lending-word">
              <p>
                第{versionNo}版　{reason}
              </p>
              <p className="small muted num">
                {operatorName}　{formatDate(time)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    )}
  </section>
)

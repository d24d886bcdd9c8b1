import { deadlineFaults, presetDeadline } from '@moqi/domain/contract/draft-rules'
import { termFaults, type VoidTerms } from '@moqi/domain/contract/void-terms'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { isText, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { TermsFields } from '../../kit/voiding/terms-fields.tsx'
import { isTerms, wireTerms } from '../../kit/voiding/terms-shape.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { skipping, voidSeveral } from './batch.ts'
import './void-sheet.css'

type VoidSheetProps = { rows: readonly ContractRow[]; others: number; onClose: () => void }
type Writing = { terms: VoidTerms; day: string }

const isWriting = record<Writing>({ terms: isTerms, day: isText })
const unwritten: VoidTerms = { reason: 'wrongTerms', remark: '', feeSettlement: '', retainedTerms: '', otherTerms: '' }

/** Asks on what terms several contracts are voided; `others` are ticked and cannot be. A fault keeps what was typed. */
export function VoidSheet({ rows, others, onClose }: VoidSheetProps) {
  const [now] = useState(() => Date.now())
  const [writing, write] = useKept<Writing>('void several', isWriting, () => ({
    terms: unwritten,
    day: deadlineDay(presetDeadline('void', now)),
  }))
  const [progress, setProgress] = useState<number | null>(null)
  const { form, faults, show, setFaults } = useFaults<string>()
  const [refusal, setRefusal] = useState('')
  const key = useRepeatKey()
  const busy = progress !== null
  const until = deadlineOf(writing.day)

  const confirm = async () => {
    const found = [...termFaults(writing.terms), ...deadlineFaults('void', until, now)]
    show(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    if (found.length > 0 || until === null || busy) return
    setProgress(0)
    setRefusal('')
    try {
      const terms = { ...wireTerms(writing.terms), signExpireTime: until }
      await voidSeveral(rows, terms, key({ terms, signIds: rows.map(({ signId }) => signId) }), setProgress)
      onClose()
    } catch (fault) {
      setRefusal(fault instanceof CallRefusal ? fault.message : '提交失败，请稍后重试')
    } finally {
      setProgress(null)
    }
  }
  return (
    <Sheet
      title="批量作废"
      insistent={busy}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            取消
          </Button>
          <Button variant="seal" busy={busy} onClick={() => void confirm()}>
            {busy ? `正在发出 ${progress}%` : `发出${rows.length}份作废协议`}
          </Button>
        </>
      }
    >
      <p className="ask">确定要作废所选的{rows.length}份合同吗？</p>
      <p className="ask-detail">
        每份合同各生成一份《合同作废协议》并发送给原签署各方，不占用份数。各方签署完成前原合同继续有效；任何一方拒签或逾期，该合同恢复为“签署完成”。
        {skipping(others, '不能作废')}
      </p>
      <form ref={form} className="void-several" onSubmit={(event) => event.preventDefault()}>
        <TermsFields
          terms={writing.terms}
          day={writing.day}
          now={now}
          faults={faults}
          onTerms={(terms, corrected = '') => {
            write({ ...writing, terms })
            setFaults(({ [corrected]: _corrected, ...rest }) => rest)
          }}
          onDay={(day) => write({ ...writing, day })}
        />
        <FormFault>{refusal}</FormFault>
      </form>
    </Sheet>
  )
}

import { checkReason } from '@moqi/domain/contract/draft-text'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { LookedPictures } from './looked-pictures.tsx'

type CaseSheetProps = {
  title: string
  /** Names the case. */
  of: string
  /** What each picture shows. */
  shows: readonly string[]
  look: (index: number, signal: AbortSignal) => Promise<Blob>
  /** What was declared. */
  facts: readonly (readonly [string, string])[]
  /** An example of a reason, and what it is good for. */
  reasonHint: string
  busy: string | null
  reasonFault: string | undefined
  onPass: () => void
  onRefuse: (reason: string) => void
  onReasonFault: (message: string) => void
  onClose: () => void
  /** What the operator reads from the pictures, or confirms. */
  children: ReactNode
}

/** The pictures of a case beside what was declared: it passes, or it is refused with a reason. */
export function CaseSheet(props: CaseSheetProps) {
  const { title, of, shows, look, facts, reasonHint, busy, reasonFault, onPass, onClose, children } = props
  const [reason, setReason] = useState('')
  const [refusing, setRefusing] = useState(false)
  const refuse = () => {
    const checked = checkReason(reason)
    if (checked.ok) props.onRefuse(reason)
    else props.onReasonFault(checked.message)
  }
  return (
    <Sheet
      title={title}
      width={1040}
      onClose={onClose}
      footer={
        refusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
              不予通过
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setRefusing(true)}>不予通过…</Button>
            <Button variant="primary" busy={busy === 'pass'} onClick={onPass}>
              审核通过
            </Button>
          </>
        )
      }
    >
      <div className="case-sides">
        <LookedPictures of={of} shows={shows} look={look} />
        <div className="case-side">
          <Facts className="case-facts" facts={facts} />
          {refusing ? (
            <TextArea
              label="不予通过的原因"
              rows={3}
              maxLength={200}
              hint={`原样告知申请人，其可以重新提交，如：${reasonHint}`}
              value={reason}
              error={reasonFault}
              onChange={(event) => setReason(event.target.value)}
            />
          ) : (
            children
          )}
        </div>
      </div>
    </Sheet>
  )
}

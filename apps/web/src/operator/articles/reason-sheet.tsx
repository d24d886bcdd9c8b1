import { checkReason } from '@moqi/domain/contract/draft-text'
import { articleLimits } from '@moqi/domain/help/article-text'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { reasonHint } from './article-words.tsx'

type ReasonSheetProps = {
  title: string
  text: string
  confirm: string
  busy: boolean
  fault?: string | undefined
  onConfirm: (reason: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Says what will happen, and asks why: the answer stays with the version. */
export function ReasonSheet({ title, text, confirm, busy, fault, onConfirm, onClose, children }: ReasonSheetProps) {
  const [reason, setReason] = useState('')
  const [own, setOwn] = useState<string>()
  const submit = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setOwn(checked.message)
    setOwn(undefined)
    return onConfirm(checked.value)
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="article-new">
        <p>{text}</p>
        {children}
        <TextArea
          label="原因"
          rows={3}
          maxLength={articleLimits.reason}
          hint={reasonHint}
          value={reason}
          error={own ?? fault}
          data-first
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Sheet>
  )
}

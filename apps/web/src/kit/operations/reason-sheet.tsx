import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type ReasonSheetProps = {
  /** Names what is given a reason, so that a text typed before the session ended finds its place again. */
  draft: string
  question: string
  /** What follows from yes. */
  consequence: string
  required: boolean
  /** Sends the reason, undefined when none was given; `key` makes a repeat harmless. */
  send: (reason: string | undefined, key: string) => Promise<unknown>
  onDone: () => void
  onRefused: (refusal: CallRefusal) => void
  onClose: () => void
}

/** What is wrong with a reason: it is missing where it must be given, or too short. */
function reasonFault(reason: string, required: boolean): string | undefined {
  const { length } = [...reason.trim()]
  return length >= 2 || (length === 0 && !required) ? undefined : '请填写原因(2-200字)'
}

/** Asks 拒签 or 撤回 with a reason of 2–200 characters (checklist V8, V9). A fault keeps the sheet and what was typed. */
export function ReasonSheet(props: ReasonSheetProps) {
  const { draft, question, consequence, required, send, onDone, onRefused } = props
  const [reason, setReason, forget] = useFormDraft(draft)
  const [fault, setFault] = useState<string>()
  const [key] = useState(randomKey)
  const sending = useMutation({
    mutationFn: () => send(reason.trim() || undefined, key),
    onSuccess: () => {
      forget()
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof CallRefusal)) return setFault('提交失败，请稍后重试')
      forget()
      return onRefused(error)
    },
  })
  const onClose = () => {
    forget()
    props.onClose()
  }
  const confirm = () => {
    const found = reasonFault(reason, required)
    setFault(found)
    if (!found) sending.mutate()
  }
  return (
    <Sheet
      title="提示"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="seal" busy={sending.isPending} onClick={confirm}>
            确定
          </Button>
        </>
      }
    >
      <p className="ask">{question}</p>
      <p className="ask-detail">{consequence}</p>
      <div className="ask-more">
        <TextArea
          label={required ? '请填写原因(2-200字)' : '原因（选填，2-200字）'}
          maxLength={200}
          value={reason}
          error={fault}
          data-first
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Sheet>
  )
}

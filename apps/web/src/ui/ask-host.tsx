import { useEffect } from 'react'
import { useQuestions } from './ask-store.ts'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

/** Shows what `ask` asked, one at a time; mounted once at the root. */
export function AskHost() {
  const question = useQuestions((state) => state.waiting[0])
  useEffect(() => question?.shown?.(), [question])
  if (!question) return null
  const {
    key,
    title,
    text,
    detail,
    reason,
    confirm,
    cancel,
    tone = 'primary',
    confirmFirst,
    insistent,
    answer,
  } = question
  const second = cancel && <Button onClick={() => answer('cancelled')}>{cancel}</Button>
  return (
    <Sheet
      key={key}
      title={title}
      width={416}
      insistent={insistent ?? false}
      onClose={() => answer('dismissed')}
      footer={
        <>
          {!confirmFirst && second}
          <Button variant={tone} block={!cancel} data-first onClick={() => answer('confirmed')}>
            {confirm}
          </Button>
          {confirmFirst && second}
        </>
      }
    >
      <p className="ask">{text}</p>
      {detail && <p className="ask-detail">{detail}</p>}
      {reason && <p className="reason">{reason}</p>}
    </Sheet>
  )
}

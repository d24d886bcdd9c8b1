import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** A fault of one field, by its name on the wire. */
export type SheetFault = { field: string; message: string }

type SheetFormProps = {
  title: string
  confirm: string
  children: ReactNode
  /** What is wrong before anything is sent. */
  check: () => SheetFault | null
  send: (key: string) => Promise<unknown>
  onDone: () => void
  onFault: (fault: SheetFault | null) => void
  onClose: () => void
}

/** A sheet that sends one thing. A refusal stays in the sheet, beside what was typed, so that nothing is lost. */
export function SheetForm({ title, confirm, children, check, send, onDone, onFault, onClose }: SheetFormProps) {
  // A press that follows a refusal is another attempt; one that follows silence repeats the first.
  const [key, setKey] = useState(randomKey)
  const sending = useMutation({
    mutationFn: () => send(key),
    onSuccess: onDone,
    onError: (error) => {
      if (!(error instanceof CallRefusal)) return onFault({ field: '', message: '提交失败，请稍后重试' })
      setKey(randomKey())
      const field = typeof error.data.field === 'string' ? error.data.field : ''
      return onFault({ field, message: error.message })
    },
  })
  const press = () => {
    const fault = check()
    onFault(fault)
    if (!fault) sending.mutate()
  }
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={sending.isPending} onClick={press}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

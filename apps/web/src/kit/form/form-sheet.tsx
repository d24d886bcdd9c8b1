import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import './form-sheet.css'

type FormSheetProps = {
  title: string
  confirm: string
  tone?: 'primary' | 'seal'
  width?: number
  /** Sends; what it throws is shown in the sheet, with all that was typed. */
  send: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
  /** Whether confirming makes sense yet. */
  ready?: boolean
  children: ReactNode
}

/** A sheet with a form and two buttons. A refusal stands above the fields and loses nothing. */
export function FormSheet(props: FormSheetProps) {
  const { title, confirm, tone = 'primary', width = 480, send, onDone, onClose, ready = true, children } = props
  const id = useId()
  const [fault, setFault] = useState<string>()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => setFault(error instanceof CallRefusal ? error.message : '提交失败，请稍后重试'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending || !ready) return
    setFault(undefined)
    sending.mutate()
  }
  return (
    <Sheet
      title={title}
      width={width}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant={tone} busy={sending.isPending} disabled={!ready}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} className="form-sheet" noValidate onSubmit={submit}>
        <FormFault>{fault}</FormFault>
        {children}
      </form>
    </Sheet>
  )
}

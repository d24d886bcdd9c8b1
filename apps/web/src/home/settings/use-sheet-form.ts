import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { CallRefusal } from '../../client/call-error.ts'

type SheetForm<Field extends string, Answer> = {
  /** What is wrong before anything is sent. */
  check: () => Partial<Record<Field, string>>
  send: () => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Where a refusal that names no field stands. */
  otherwise: Field
}

/** A short form in a sheet: checked, sent once however often it is pressed, refusals under their fields. */
export function useSheetForm<Field extends string, Answer>({
  check,
  send,
  onDone,
  otherwise,
}: SheetForm<Field, Answer>) {
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const show = (found: Partial<Record<string, string>>) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const sending = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (fault) => {
      if (!(fault instanceof CallRefusal)) return
      const { field } = fault.data
      show({ [typeof field === 'string' ? field : otherwise]: fault.message })
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const found = check()
    show(found)
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate()
  }
  const faultOf = (field: Field) => faults[field]
  return { form, faultOf, submit, busy: sending.isPending }
}

import { CallRefusal } from '../../client/call-error.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'

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
  const { form, faults, show } = useFaults<string>()
  const { busy, submit } = useSubmit<string>({
    show,
    check,
    send: async () => onDone(await send()),
    read: (thrown) => {
      if (!(thrown instanceof CallRefusal)) return {}
      const { field } = thrown.data
      return { [typeof field === 'string' ? field : otherwise]: thrown.message }
    },
  })
  const faultOf = (field: Field) => faults[field]
  return { form, faultOf, submit, busy }
}

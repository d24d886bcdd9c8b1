import { useState, type FormEvent } from 'react'

type Submission<Field extends string> = {
  show: (faults: Partial<Record<Field, string>>) => void
  /** What is wrong before anything is sent. */
  check: () => Partial<Record<Field, string>>
  /** Ends when the form has done its part, going on to the next page included. */
  send: () => Promise<unknown>
  /** The faults in what `send` threw. */
  read: (thrown: unknown) => Partial<Record<Field, string>>
}

/**
 * A form's sending: checked first, sent once however often it is pressed, and what is refused stands under its field.
 */
export function useSubmit<Field extends string>({ show, check, send, read }: Submission<Field>) {
  const [busy, setBusy] = useState(false)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (busy) return
    const found = check()
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    void send()
      .catch((thrown: unknown) => show(read(thrown)))
      .finally(() => setBusy(false))
  }
  return { busy, submit }
}

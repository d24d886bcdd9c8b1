import { useRef, useState } from 'react'

/** A form's faults by field; `show` puts the cursor where the first one stands, `setFaults` leaves it where it is. */
export function useFaults<Field extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Partial<Record<Field, string>>>({})
  const show = (found: Partial<Record<Field, string>>) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return { form, faults, show, setFaults }
}

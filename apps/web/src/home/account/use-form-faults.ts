import { useRef, useState, type FormEvent } from 'react'
import type { FormFaults } from './form-faults.ts'

/** A form's faults: `show` puts the cursor where the first one stands, `onInput` takes away that of a field typed in. */
export function useFormFaults() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<FormFaults>({})
  const show = (found: FormFaults) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof HTMLInputElement ? target.name : ''
    if (name in faults) setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => field !== name)))
  }
  return { form, faults, show, onInput }
}

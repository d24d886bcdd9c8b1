import type { FormEvent } from 'react'
import { useFaults } from '../../ui/use-faults.ts'
import type { FormField } from './form-faults.ts'

/** The faults of an account's form; `onInput` takes away that of a field typed in. */
export function useFormFaults() {
  const { form, faults, show, setFaults } = useFaults<FormField>()
  const onInput = ({ target }: FormEvent) => {
    const name = target instanceof HTMLInputElement ? target.name : ''
    if (name in faults) setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => field !== name)))
  }
  return { form, faults, show, onInput }
}

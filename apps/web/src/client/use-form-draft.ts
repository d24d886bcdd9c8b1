import { useState } from 'react'
import { useLocation } from '../router/hooks.ts'
import { dropDraft, keepDraft, readDraft } from './form-drafts.ts'

/**
 * A text field's state that outlives the session on this page (checklist X1): `[text, change, forget]`. Call `forget`
 * when it was sent or given up. Without anything kept it begins with `initial`. Never for passwords, codes or identity
 * numbers.
 */
export function useFormDraft(field: string, initial = ''): [string, (text: string) => void, () => void] {
  const { pathname, search } = useLocation()
  const name = `${pathname}${search} ${field}`
  const [text, setText] = useState(() => {
    const kept = readDraft(name)
    return typeof kept === 'string' ? kept : initial
  })
  const forget = () => dropDraft(name)
  const change = (next: string) => {
    setText(next)
    if (next === '') forget()
    else keepDraft(name, next)
  }
  return [text, change, forget]
}

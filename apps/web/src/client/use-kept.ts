import { useCallback, useEffect, useState } from 'react'
import { useLocation } from '../router/hooks.ts'
import { dropDraft, keepDraft, readDraft } from './form-drafts.ts'
import { currentTenantId } from './space-store.ts'
import type { Shape } from './stored-shape.ts'

/**
 * State that outlives the session on this page (checklist X1): what a sheet holds, or that it is open. It is forgotten
 * with the component; only a document that ends leaves it behind. Never for passwords, codes or identity numbers.
 */
export function useKept<T>(field: string, shape: Shape<T>, initial: () => T): [T, (next: T) => void] {
  const { pathname, search } = useLocation()
  const [name] = useState(`${pathname}${search} ${currentTenantId()} ${field}`)
  const [state, setState] = useState<T>(() => {
    const kept = readDraft(name)
    return shape(kept) ? kept : initial()
  })
  useEffect(() => () => dropDraft(name), [name])
  const change = useCallback(
    (next: T) => {
      setState(() => next)
      keepDraft(name, next)
    },
    [name],
  )
  return [state, change]
}

import { use, useCallback, useEffect, useState } from 'react'
import { ShownContext } from '../router/router-view.tsx'
import { dropDraft, keepDraft, readDraft } from './form-drafts.ts'
import { currentTenantId } from './space-store.ts'
import type { Shape } from './stored-shape.ts'

/**
 * State that outlives the session on this page (checklist X1): what a sheet holds, or that it is open. It is forgotten
 * with the component; only a document that ends leaves it behind. Never for passwords, codes or identity numbers.
 */
export function useKept<T>(field: string, shape: Shape<T>, initial: () => T): [T, (next: T) => void] {
  // The document behind the link of a message has no router: there the address itself says where one is.
  const { pathname, search } = use(ShownContext)?.place ?? location
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

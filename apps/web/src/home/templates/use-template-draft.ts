import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../client/call.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { useSearchParams } from '../../router/hooks.ts'
import type { Self } from '../../kit/draft/draft.ts'
import { resetLaunch, resumeLaunch, startLaunch, useLaunch } from '../../kit/draft/launch-store.ts'
import { templateKeys } from '../../kit/templates/template-keys.ts'
import { keepTemplate, keptTemplate } from './kept-template.ts'
import { newTemplate, templateFromWire, useTemplate } from './template-draft.ts'

type Reading = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; error: unknown; retry: () => void }

/** The own side of a template names nobody: whoever launches is it. */
const selfOf = (space: Space): Self => {
  const company = space.spaceType === 'company'
  return {
    kind: company ? 'company' : 'person',
    signerName: '发起人',
    phone: '',
    companyName: company ? space.spaceName : '',
  }
}

/** Reads the template of the address into the stores, or begins a new one; one in memory goes on being edited. */
export function useTemplateDraft(): Reading {
  const [query] = useSearchParams()
  const templateId = query.get('templateId')
  const space = useSpace((state) => state.current)
  const inMemory = useInMemory(templateId)
  const { data, error, refetch } = useQuery({
    queryKey: [...templateKeys.one(templateId ?? ''), 'edit'],
    queryFn: ({ signal }) => call('getTemplate', { templateId: templateId ?? '' }, { signal, quiet: true }),
    enabled: templateId !== null && !inMemory,
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    const stop = keepTemplate()
    return () => {
      stop()
      forget()
    }
  }, [])
  useEffect(() => {
    if (inMemory || !space || (templateId !== null && !data)) return
    const kept = keptTemplate(templateId)
    if (kept) {
      useTemplate.setState(kept.template)
      resumeLaunch(kept.draft, data?.positionArray ?? [])
      return
    }
    const self = selfOf(space)
    const { template, draft } = data ? templateFromWire(data, self) : newTemplate(self)
    useTemplate.setState({ ...template, editing: true })
    startLaunch(draft, data?.positionArray ?? [])
  }, [inMemory, space, templateId, data])
  if (inMemory) return { is: 'ready' }
  return error ? { is: 'failed', error, retry: () => void refetch() } : { is: 'loading' }
}

/** What is edited here is no contract: the launch wizard must not find it. */
function forget() {
  resetLaunch()
  useTemplate.setState({ editing: false, templateId: null })
}

/** The first save names what the address does not name yet. */
function useInMemory(templateId: string | null): boolean {
  const begun = useLaunch((state) => state.draft !== null)
  const known = useTemplate((state) => state.templateId)
  const editing = useTemplate((state) => state.editing)
  return editing && begun && (templateId === null || templateId === known)
}

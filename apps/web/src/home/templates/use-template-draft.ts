import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../client/call.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import type { Self } from '../launch/draft.ts'
import { resetLaunch, startLaunch, useLaunch } from '../launch/launch-store.ts'
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
  const [reading, setReading] = useState<Reading>({ is: 'loading' })
  const [attempt, again] = useState(0)
  useEffect(() => {
    if (!space) return
    const known = useTemplate.getState().templateId
    // The first save has just named it.
    if (templateId !== null && known === templateId && useLaunch.getState().draft) return setReading({ is: 'ready' })
    let gone = false
    const begin = async () => {
      const self = selfOf(space)
      if (templateId === null) {
        const { template, draft } = newTemplate(self)
        useTemplate.setState(template)
        startLaunch(draft, [])
      } else {
        const info = await call('getTemplate', { templateId }, { quiet: true })
        if (gone) return
        const { template, draft } = templateFromWire(info, self)
        useTemplate.setState(template)
        startLaunch(draft, info.positionArray)
      }
      setReading({ is: 'ready' })
    }
    begin().catch((error: unknown) => {
      if (!gone) setReading({ is: 'failed', error, retry: () => again((count) => count + 1) })
    })
    return () => {
      gone = true
    }
  }, [space, templateId, attempt])
  useEffect(
    () => () => {
      resetLaunch()
      useTemplate.setState({ templateId: null })
    },
    [],
  )
  return reading
}

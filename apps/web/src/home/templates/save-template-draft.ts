import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { warn } from '../../ui/toast-store.ts'
import { useLaunch } from '../../kit/draft/launch-store.ts'
import { refreshTemplates } from '../../kit/templates/template-keys.ts'
import { templateToWire, useTemplate } from './template-draft.ts'

/** Saves files and roles as the next version if there is anything new; answers the template's id, null when refused. */
export async function saveHead(): Promise<string | null> {
  const { draft, edits, savedEdits } = useLaunch.getState()
  const template = useTemplate.getState()
  if (!draft) return null
  if (template.templateId && edits === savedEdits) return template.templateId
  try {
    const { templateId, version } = await call('saveTemplate', templateToWire(template, draft))
    useTemplate.setState({ templateId, version })
    useLaunch.setState({ savedEdits: edits })
    void refreshTemplates()
    return templateId
  } catch (error) {
    if (error instanceof CallRefusal) warn(error.message)
    return null
  }
}

/** Saves everything of the template; answers whether all is saved. */
export async function saveTemplateDraft(): Promise<boolean> {
  const templateId = await saveHead()
  if (!templateId) return false
  const { places, placings, savedPlacings } = useLaunch.getState()
  if (placings === savedPlacings) return true
  try {
    const { version } = useTemplate.getState()
    const saved = await call('saveTemplateLocation', { templateId, version, positionArray: [...places.present] })
    useTemplate.setState({ version: saved.version })
    useLaunch.setState({ savedPlacings: placings })
    void refreshTemplates()
    return true
  } catch (error) {
    if (error instanceof CallRefusal) warn(error.message)
    return false
  }
}

import { dropDraft, keepDraft, readDraft } from '../../client/form-drafts.ts'
import { currentTenantId } from '../../client/space-store.ts'
import { isFlag, isNumber, isText, orNull, record, type Shape } from '../../client/stored-shape.ts'
import type { LaunchDraft } from '../../kit/draft/draft.ts'
import { isDraft } from '../../kit/draft/kept-launch.ts'
import { useLaunch } from '../../kit/draft/launch-store.ts'
import { type TemplateDraft, useTemplate } from './template-draft.ts'

/** A template in the making: what the launch wizard edits of it, and the rest. */
type Kept = { template: TemplateDraft; draft: LaunchDraft }

const isNames: Shape<TemplateDraft['roleNames']> = (value): value is TemplateDraft['roleNames'] =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)

const isKept = record<Kept>({
  template: record<TemplateDraft>({
    editing: isFlag,
    templateId: orNull(isText),
    version: isNumber,
    templateName: isText,
    deadlineDays: isNumber,
    roleNames: isNames,
  }),
  draft: isDraft,
})

/** A new template has no name yet, but the space that makes it. */
const nameOf = (templateId: string | null) => `template ${templateId ?? currentTenantId()}`

/** The template in the making that did not reach the server before the session ended, or null. */
export function keptTemplate(templateId: string | null): Kept | null {
  const kept = readDraft(nameOf(templateId))
  return isKept(kept) && kept.template.templateId === templateId ? kept : null
}

/** Keeps what is typed as long as it is not saved (checklist X1); answers how to stop, which forgets it. */
export function keepTemplate(): () => void {
  let kept: string | null = null
  const stop = useLaunch.subscribe(({ draft, edits, savedEdits }) => {
    const template = useTemplate.getState()
    const name = draft && template.editing && edits !== savedEdits ? nameOf(template.templateId) : null
    // The first save gives it another name.
    if (kept !== null && kept !== name) dropDraft(kept)
    kept = name
    if (name) keepDraft(name, { template, draft })
  })
  return () => {
    stop()
    if (kept !== null) dropDraft(kept)
  }
}

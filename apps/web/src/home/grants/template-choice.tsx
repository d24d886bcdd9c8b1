import { Check } from '../../ui/field.tsx'
import type { Making } from './grant-writing.ts'

type TemplateChoiceProps = {
  templates: Making['templateArray']
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: readonly string[]) => void
}

/** By which of the company's templates a contract must be made. */
export function TemplateChoice({ templates, chosen, error, onChange }: TemplateChoiceProps) {
  const toggle = (templateId: string) =>
    onChange(chosen.includes(templateId) ? chosen.filter((id) => id !== templateId) : [...chosen, templateId])
  return (
    <fieldset className="grant-templates">
      <legend>模板</legend>
      {templates.map(({ templateId, templateName }) => (
        <Check
          key={templateId}
          checked={chosen.includes(templateId)}
          aria-invalid={error !== undefined}
          onChange={() => toggle(templateId)}
        >
          {templateName}
        </Check>
      ))}
      {templates.length === 0 && <p className="muted">还没有合同模板</p>}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

import { draftFileOf } from '@moqi/api/wire/file'
import { checkRemark, checkSubject } from '@moqi/domain/contract/draft-text'
import { fileFaults, type FieldFault } from '@moqi/domain/contract/draft-rules'
import { presetTitle } from '@moqi/domain/templates/title-pattern'
import { templateLimits, templateNameFaults } from '@moqi/domain/templates/template-rules'
import { Field } from '../../ui/field.tsx'
import type { LaunchDraft } from '../../kit/draft/draft.ts'
import { editDraft } from '../../kit/draft/launch-store.ts'
import { rolesForRules, type TemplateDraft, useTemplate } from './template-draft.ts'

/** What is wrong with a template's files and what is said of it. */
export function headFaults({ templateName, deadlineDays }: TemplateDraft, draft: LaunchDraft): FieldFault[] {
  const { from, to } = templateLimits.deadlineDays
  const checks = [
    ['subject', checkSubject(draft.taskName)],
    ['remark', checkRemark(draft.remark)],
  ] as const
  return [
    ...fileFaults(draft.files.map(draftFileOf)),
    ...templateNameFaults(templateName),
    ...checks.flatMap(([field, checked]) => (checked.ok ? [] : [{ field, message: checked.message }])),
    ...(deadlineDays >= from && deadlineDays <= to
      ? []
      : [{ field: 'deadlineDays', message: `签署期限需为${from}-${to}天` }]),
  ]
}

function change(part: Partial<TemplateDraft>) {
  useTemplate.setState(part)
  editDraft({})
}

/** Until somebody writes another title, contracts are called after the template and whom they are with. */
function rename(template: TemplateDraft, draft: LaunchDraft, templateName: string) {
  const roles = rolesForRules(template, draft)
  const isPreset = draft.taskName === presetTitle(template.templateName, roles)
  change({ templateName })
  if (isPreset) editDraft({ taskName: presetTitle(templateName, roles) })
}

const example = '劳动合同（{签署方}）'

type TemplateHeadProps = { draft: LaunchDraft; template: TemplateDraft; faults: readonly FieldFault[] }

/** What is said of a template: its name, and what its contracts will be called. */
export function TemplateHead({ draft, template, faults }: TemplateHeadProps) {
  const errorOf = (field: string) => faults.find((one) => one.field === field)?.message
  return (
    <div className="template-form">
      <Field
        size="m"
        label="模板名称"
        value={template.templateName}
        maxLength={templateLimits.name}
        error={errorOf('templateName')}
        onChange={(event) => rename(template, draft, event.target.value)}
      />
      <Field
        size="m"
        label="合同主题"
        value={draft.taskName}
        maxLength={100}
        hint={`花括号中写角色或发起方填写项的名称，发起时换成对应的姓名和内容，如 ${example}`}
        error={errorOf('subject')}
        onChange={(event) => editDraft({ taskName: event.target.value })}
      />
      <Field
        size="m"
        label="签署期限（天）"
        inputMode="numeric"
        value={template.deadlineDays || ''}
        hint="自发起当天算起，最后一天23:59:59前可签署"
        error={errorOf('deadlineDays')}
        onChange={(event) => change({ deadlineDays: Number(event.target.value.replaceAll(/\D/g, '').slice(0, 4)) })}
      />
      <Field
        size="m"
        label="备注（选填）"
        value={draft.remark}
        maxLength={500}
        error={errorOf('remark')}
        onChange={(event) => editDraft({ remark: event.target.value })}
      />
    </div>
  )
}

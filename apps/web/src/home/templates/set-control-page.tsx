import { areaOf } from '@moqi/api/wire/area'
import { draftFileOf } from '@moqi/api/wire/file'
import { roleFaults, templateAreaFaults, templateLimits } from '@moqi/domain/templates/template-rules'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import type { LaunchDraft } from '../../kit/draft/draft.ts'
import { focusFault } from '../../kit/draft/focus-fault.ts'
import { useLaunch } from '../../kit/draft/launch-store.ts'
import { placeFault } from '../../kit/placing/place-fault.ts'
import { PlacingStep } from '../../kit/placing/placing-step.tsx'
import { UploadStep } from '../../kit/upload/upload-step.tsx'
import { usePlacing } from '../../kit/placing/use-placing.ts'
import { useUploads } from '../../kit/upload/use-uploads.ts'
import { RolesStep } from './roles-step.tsx'
import { saveHead, saveTemplateDraft } from './save-template-draft.ts'
import { namedByRole, rolesForRules, useTemplate, type TemplateDraft } from './template-draft.ts'
import { stepNames, TemplateFrame, templateSteps, useTemplateSteps } from './template-frame.tsx'
import { headFaults, TemplateHead } from './template-head.tsx'
import { useTemplateDraft } from './use-template-draft.ts'

/** /set-control (checklist R26): files, roles and places of a reusable template. */
export function SetControlPage() {
  const [query] = useSearchParams()
  const reading = useTemplateDraft()
  const draft = useLaunch((state) => state.draft)
  const template = useTemplate()
  const step = Math.max(
    0,
    stepNames.findIndex((name) => name === query.get('step')),
  )
  if (reading.is === 'ready' && draft) {
    if (step === 1) return <Roles draft={draft} template={template} />
    return step === 2 ? <Places draft={draft} template={template} /> : <Files draft={draft} template={template} />
  }
  return (
    <WizardFrame
      steps={templateSteps}
      current={step}
      back={{ to: '/space/templates', label: '返回模板' }}
      name="合同模板"
      status=""
      actions={null}
    >
      <h1 className="sr">合同模板</h1>
      {reading.is !== 'failed' && <Skeleton rows={6} height={44} />}
      {reading.is === 'failed' &&
        (reading.error instanceof CallRefusal ? (
          <EmptyState title={reading.error.message}>
            <ButtonLink to="/space/templates">查看模板</ButtonLink>
          </EmptyState>
        ) : (
          <LoadingFailed onRetry={reading.retry} />
        ))}
    </WizardFrame>
  )
}

type StepProps = { draft: LaunchDraft; template: TemplateDraft }

function Files({ draft, template }: StepProps) {
  const to = useTemplateSteps()
  const uploads = useUploads()
  const [shown, show] = useState(false)
  const faults = headFaults(template, draft)
  const called = useRef(template.templateName !== '')
  useEffect(() => {
    // Called like its first file, once: a name that is cleared stays so.
    if (called.current || draft.taskName === '') return
    called.current = true
    useTemplate.setState({ templateName: draft.taskName.slice(0, templateLimits.name) })
  }, [draft.taskName])
  const onNext = async () => {
    if (uploads.pending.some((one) => one.fault === null)) return warn('文件还在上传，请稍候')
    show(true)
    if (faults.length > 0) return focusFault()
    const templateId = await saveHead()
    if (templateId) to('roles', templateId)
  }
  return (
    <TemplateFrame step={0} template={template} next="下一步" onNext={onNext}>
      <UploadStep
        draft={draft}
        uploads={uploads}
        faults={shown ? faults : []}
        info={<TemplateHead draft={draft} template={template} faults={shown ? faults : []} />}
      />
    </TemplateFrame>
  )
}

function Roles({ draft, template }: StepProps) {
  const to = useTemplateSteps()
  const [shown, show] = useState(false)
  const faults = roleFaults(rolesForRules(template, draft))
  const onNext = async () => {
    show(true)
    if (faults.length > 0) return focusFault()
    const templateId = await saveHead()
    if (templateId) to('places', templateId)
  }
  return (
    <TemplateFrame step={1} template={template} next="下一步" onNext={onNext} onBack={() => to('files')}>
      <RolesStep draft={draft} template={template} faults={shown ? faults : []} />
    </TemplateFrame>
  )
}

function Places({ draft, template }: StepProps) {
  const to = useTemplateSteps()
  const navigate = useNavigate()
  const named = namedByRole(template, draft)
  const placing = usePlacing(named)
  const onNext = async () => {
    const [fault] = templateAreaFaults({
      files: draft.files.map(draftFileOf),
      roles: rolesForRules(template, draft),
      areas: placing.areas.map(areaOf),
    })
    if (fault) {
      const shown = placeFault(fault, { files: draft.files, areas: placing.areas })
      warn(shown.message)
      return placing.showFault(shown)
    }
    if (!(await saveTemplateDraft())) return
    success('模板已保存')
    await navigate('/space/templates')
  }
  const onBack = async () => {
    if (await saveTemplateDraft()) to('roles')
  }
  return (
    <TemplateFrame step={2} template={template} next="完成" onNext={onNext} onBack={() => void onBack()} flush>
      <PlacingStep draft={named} placing={placing} />
    </TemplateFrame>
  )
}

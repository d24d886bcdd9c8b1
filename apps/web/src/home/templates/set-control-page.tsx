import { checkRemark, checkSubject } from '@moqi/domain/contract/draft-text'
import { fileFaults, type FieldFault } from '@moqi/domain/contract/draft-rules'
import {
  roleFaults,
  templateAreaFaults,
  templateLimits,
  templateNameFaults,
} from '@moqi/domain/templates/template-rules'
import { useState, type ReactNode } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import type { LaunchDraft } from '../launch/draft.ts'
import { focusFault } from '../launch/focus-fault.ts'
import { editDraft, isUnsaved, useLaunch } from '../launch/launch-store.ts'
import { LeaveGuard } from '../launch/leave-guard.tsx'
import { PlacingStep } from '../launch/placing-step.tsx'
import { UploadStep } from '../launch/upload-step.tsx'
import { usePlacing } from '../launch/use-placing.ts'
import { useUploads } from '../launch/use-uploads.ts'
import { RolesStep } from './roles-step.tsx'
import { saveHead, saveTemplateDraft } from './save-template-draft.ts'
import { namedByRole, rolesForRules, useTemplate, type TemplateDraft } from './template-draft.ts'
import { useTemplateDraft } from './use-template-draft.ts'

const steps = ['上传文件', '签署角色', '签署与填写位置'] as const
const ownPaths = new Set(['/set-control'])
const names = ['files', 'roles', 'places'] as const

/** /set-control (checklist R26): files, roles and places of a reusable template. */
export function SetControlPage() {
  const [query] = useSearchParams()
  const reading = useTemplateDraft()
  const draft = useLaunch((state) => state.draft)
  const template = useTemplate()
  const step = Math.max(
    0,
    names.findIndex((name) => name === query.get('step')),
  )
  if (reading.is === 'ready' && draft) {
    if (step === 1) return <Roles draft={draft} template={template} />
    return step === 2 ? <Places draft={draft} template={template} /> : <Files draft={draft} template={template} />
  }
  return (
    <WizardFrame
      steps={steps}
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

function useSteps() {
  const navigate = useNavigate()
  return (step: (typeof names)[number], templateId = useTemplate.getState().templateId) => {
    const query = new URLSearchParams({ ...(templateId && { templateId }), step })
    void navigate(`/set-control?${query}`, { replace: true })
  }
}

function Files({ draft, template }: StepProps) {
  const to = useSteps()
  const uploads = useUploads()
  const [shown, show] = useState(false)
  const faults = headFaults(template, draft)
  const onNext = async () => {
    if (uploads.pending.some((one) => one.fault === null)) return warn('文件还在上传，请稍候')
    show(true)
    if (faults.length > 0) return focusFault()
    const templateId = await saveHead()
    if (templateId) to('roles', templateId)
  }
  return (
    <Frame step={0} template={template} next="下一步" onNext={onNext}>
      <UploadStep
        draft={draft}
        uploads={uploads}
        faults={shown ? faults : []}
        info={<HeadForm draft={draft} template={template} faults={shown ? faults : []} />}
      />
    </Frame>
  )
}

function headFaults({ templateName, deadlineDays }: TemplateDraft, draft: LaunchDraft): FieldFault[] {
  const { from, to } = templateLimits.deadlineDays
  const checks = [
    ['taskName', checkSubject(draft.taskName)],
    ['remark', checkRemark(draft.remark)],
  ] as const
  return [
    ...fileFaults(draft.files),
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

function HeadForm({ draft, template, faults }: StepProps & { faults: readonly FieldFault[] }) {
  const errorOf = (field: string) => faults.find((one) => one.field === field)?.message
  return (
    <div className="template-form">
      <Field
        label="模板名称"
        value={template.templateName}
        maxLength={templateLimits.name}
        error={errorOf('templateName')}
        onChange={(event) => change({ templateName: event.target.value })}
      />
      <Field
        label="合同主题"
        value={draft.taskName}
        maxLength={100}
        hint="用此模板发起的合同都用这个主题"
        error={errorOf('taskName')}
        onChange={(event) => editDraft({ taskName: event.target.value })}
      />
      <Field
        label="签署期限（天）"
        inputMode="numeric"
        value={template.deadlineDays || ''}
        hint="自发起当天算起，最后一天23:59:59前可签署"
        error={errorOf('deadlineDays')}
        onChange={(event) => change({ deadlineDays: Number(event.target.value.replaceAll(/\D/g, '').slice(0, 4)) })}
      />
      <Field
        label="备注（选填）"
        value={draft.remark}
        maxLength={500}
        error={errorOf('remark')}
        onChange={(event) => editDraft({ remark: event.target.value })}
      />
    </div>
  )
}

function Roles({ draft, template }: StepProps) {
  const to = useSteps()
  const [shown, show] = useState(false)
  const faults = roleFaults(rolesForRules(template, draft))
  const onNext = async () => {
    show(true)
    if (faults.length > 0) return focusFault()
    const templateId = await saveHead()
    if (templateId) to('places', templateId)
  }
  return (
    <Frame step={1} template={template} next="下一步" onNext={onNext} onBack={() => to('files')}>
      <RolesStep draft={draft} template={template} faults={shown ? faults : []} />
    </Frame>
  )
}

function Places({ draft, template }: StepProps) {
  const to = useSteps()
  const navigate = useNavigate()
  const named = namedByRole(template, draft)
  const placing = usePlacing(named)
  const onNext = async () => {
    const [fault] = templateAreaFaults({
      fileArray: draft.files,
      roleArray: rolesForRules(template, draft),
      positionArray: placing.areas,
    })
    if (fault) return warn(fault.message)
    if (!(await saveTemplateDraft())) return
    success('模板已保存')
    await navigate('/space/templates')
  }
  const onBack = async () => {
    if (await saveTemplateDraft()) to('roles')
  }
  return (
    <Frame step={2} template={template} next="完成" onNext={onNext} onBack={() => void onBack()} flush>
      <PlacingStep draft={named} placing={placing} />
    </Frame>
  )
}

type FrameProps = {
  step: number
  template: TemplateDraft
  next: string
  onNext: () => Promise<void>
  onBack?: () => void
  flush?: boolean
  children: ReactNode
}

function Frame({ step, template, next, onNext, onBack, flush = false, children }: FrameProps) {
  const [moving, setMoving] = useState(false)
  const unsaved = useLaunch(isUnsaved)
  const moveOn = () => {
    setMoving(true)
    void Promise.resolve(onNext()).finally(() => setMoving(false))
  }
  return (
    <>
      <WizardFrame
        steps={steps}
        current={step}
        back={{ to: '/space/templates', label: '返回模板' }}
        name={template.templateName.trim() || '新模板'}
        status={unsaved ? '有内容未保存' : template.version > 0 ? `第 ${template.version} 版` : '新模板'}
        flush={flush}
        actions={
          <>
            {onBack && <Button onClick={onBack}>上一步</Button>}
            <Button variant="primary" busy={moving} onClick={moveOn}>
              {next}
            </Button>
          </>
        }
      >
        {children}
      </WizardFrame>
      <LeaveGuard
        paths={ownPaths}
        save={saveTemplateDraft}
        title="离开前保存模板？"
        text="有内容还没有保存。保存后可在合同模板中继续编辑。"
      />
    </>
  )
}

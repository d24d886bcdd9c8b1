import type { ReactNode } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import { success } from '../../ui/toast-store.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { isUnsaved, useLaunch } from '../../kit/draft/launch-store.ts'
import { LeaveGuard } from '../../kit/draft/leave-guard.tsx'
import { StepActions } from '../../kit/draft/step-actions.tsx'
import { saveTemplateDraft } from './save-template-draft.ts'
import { type TemplateDraft, useTemplate } from './template-draft.ts'

/** The steps of making a template. */
export const templateSteps = ['上传文件', '签署角色', '签署与填写位置'] as const
/** The same, as the address names them. */
export const stepNames = ['files', 'roles', 'places'] as const
const ownPaths = new Set(['/set-control'])

/** Goes to a step of the template, which gets its id with the first. */
export function useTemplateSteps() {
  const navigate = useNavigate()
  return (step: (typeof stepNames)[number], templateId = useTemplate.getState().templateId) => {
    const query = new URLSearchParams({ ...(templateId && { templateId }), step })
    void navigate(`/set-control?${query}`, { replace: true })
  }
}

type TemplateFrameProps = {
  step: number
  template: TemplateDraft
  next: string
  onNext: () => Promise<void>
  onBack?: () => void
  flush?: boolean
  children: ReactNode
}

async function saveNow() {
  if (await saveTemplateDraft()) success('模板已保存')
}

/** A step of making a template: where one stands, what is unsaved, the way on and back, and a word before leaving. */
export function TemplateFrame({ step, template, next, onNext, onBack, flush = false, children }: TemplateFrameProps) {
  const unsaved = useLaunch(isUnsaved)
  return (
    <>
      <WizardFrame
        steps={templateSteps}
        current={step}
        back={{ to: '/space/templates', label: '返回模板' }}
        name={template.templateName.trim() || '新模板'}
        status={unsaved ? '有内容未保存' : template.version > 0 ? '已保存' : '新模板'}
        flush={flush}
        actions={<StepActions onSave={saveNow} onBack={onBack} next={next} onNext={onNext} />}
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

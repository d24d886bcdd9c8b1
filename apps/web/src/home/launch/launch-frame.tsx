import { formatDate } from '@moqi/domain/time/format-date'
import type { ReactNode } from 'react'
import { success } from '../../ui/toast-store.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { isUnsaved, useLaunch, type Launch } from '../../kit/draft/launch-store.ts'
import { LeaveGuard } from '../../kit/draft/leave-guard.tsx'
import { saveLaunch } from '../../kit/draft/save-launch.ts'
import { StepActions } from '../../kit/draft/step-actions.tsx'
import { useAutosave } from './use-autosave.ts'
import { useWayBack } from './use-way-back.ts'

/** The four steps, in the words of domain.md 7.4. */
export const launchSteps = ['上传文件', '添加签署方', '指定签署位置', '确认发送'] as const

/** What the head says of saving. */
function savingText(state: Launch): string {
  if (state.saving.is === 'running') return '正在保存…'
  if (state.saving.is === 'failed') return `草稿未保存：${state.saving.message}`
  if (isUnsaved(state)) return '有内容未保存'
  if (state.savedAt !== null) return `草稿已保存　${formatDate(state.savedAt, '{h}:{i}')}`
  return state.draft?.signId ? '草稿' : '新合同'
}

type Props = {
  /** From 0. */
  step: number
  next: string
  /** Resolves when the step has been taken or refused; the button waits. */
  onNext: () => Promise<void>
  onBack?: () => void
  flush?: boolean
  children: ReactNode
}

async function saveNow() {
  if (await saveLaunch()) success('草稿已保存')
}

/** The launch wizard around one step: leave, save, back, on. */
export function LaunchFrame({ step, next, onNext, onBack, flush = false, children }: Props) {
  const status = useLaunch(savingText)
  const name = useLaunch((state) => state.draft?.taskName.trim()) || '未命名合同'
  useAutosave()

  const back = useWayBack()
  return (
    <>
      <WizardFrame
        steps={launchSteps}
        current={step}
        back={back}
        name={name}
        status={status}
        flush={flush}
        actions={<StepActions onSave={saveNow} onBack={onBack} next={next} onNext={onNext} />}
      >
        {children}
      </WizardFrame>
      <LeaveGuard />
    </>
  )
}

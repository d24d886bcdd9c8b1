import type { SignDetail } from '@moqi/api/task'
import type { ReactNode } from 'react'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { viewPath } from '../../kit/contract/contract-paths.ts'

type AddPartyFrameProps = {
  /** From 0. */
  step: number
  /** Null while it is not known. */
  detail: SignDetail | null
  actions: ReactNode
  flush?: boolean
  children: ReactNode
}

/** Adding a party around one of its two steps. */
export function AddPartyFrame({ step, detail, actions, flush = false, children }: AddPartyFrameProps) {
  const back = detail ? viewPath(detail) : '/space/contract-list?status=all'
  return (
    <WizardFrame
      steps={['填写签署方', '指定签署位置']}
      current={step}
      back={{ to: back, label: detail ? '返回合同' : '返回合同列表' }}
      name={detail?.taskName ?? '添加签署方'}
      status="添加签署方"
      flush={flush}
      actions={actions}
    >
      {children}
    </WizardFrame>
  )
}

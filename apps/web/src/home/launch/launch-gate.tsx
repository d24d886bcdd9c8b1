import type { ReactNode } from 'react'
import { isVisit } from '../../client/visit.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import type { LaunchDraft, Self } from '../../kit/draft/draft.ts'
import { launchSteps } from './launch-frame.tsx'
import { type LaunchDraftState, useLaunchDraft } from './use-launch-draft.ts'
import { useWayBack } from './use-way-back.ts'

type Props = { step: number; children: (draft: LaunchDraft, self: Self) => ReactNode }

/** Lets a step in once its draft is there; else says what is the matter and what to do. */
export function LaunchGate({ step, children }: Props) {
  const state = useLaunchDraft()
  if (state.is === 'ready') return children(state.draft, state.self)
  return <NotReady step={step} state={state} />
}

type NotReadyProps = { step: number; state: Exclude<LaunchDraftState, { is: 'ready' }> }

function NotReady({ step, state }: NotReadyProps) {
  const back = useWayBack()
  return (
    <WizardFrame steps={launchSteps} current={step} back={back} name="发起签署" status="" actions={null}>
      <h1 className="sr">发起签署</h1>
      {state.is === 'loading' && (
        <div aria-busy="true" aria-label="正在读取草稿">
          <Skeleton rows={6} height={44} />
        </div>
      )}
      {state.is === 'failed' && <LoadingFailed onRetry={state.retry} busy={state.busy} />}
      {state.is === 'refused' && (
        <EmptyState title={state.message}>
          {!isVisit() && <ButtonLink to="/space/contract-list?status=draft">查看草稿</ButtonLink>}
        </EmptyState>
      )}
      {state.is === 'unauthenticated' && (
        <EmptyState title="您需要完成实名认证" hint="认证通过后即可发起签署。">
          {!isVisit() && (
            <ButtonLink to={state.company ? '/company-auth-info' : '/personal-auth-info'} variant="primary">
              去实名认证
            </ButtonLink>
          )}
        </EmptyState>
      )}
      {state.is === 'sent' && (
        <EmptyState title="该合同已不是草稿" hint="合同发送后内容不可再改，可在合同详情中查看进度。">
          {!isVisit() && (
            <ButtonLink to={`/temp-info?signId=${encodeURIComponent(state.signId)}&taskType=normal`} variant="primary">
              查看合同
            </ButtonLink>
          )}
        </EmptyState>
      )}
    </WizardFrame>
  )
}

import type { ApproveInfo } from '@moqi/api/approval'
import type { SignDetail } from '@moqi/api/task'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { refreshApprovals } from '../../kit/approval/approval-keys.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Button } from '../../ui/button.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { success } from '../../ui/toast-store.ts'
import { ApplicationFacts } from './application-facts.tsx'
import { CourseState } from './course-state.tsx'
import { FlowFields } from './flow-fields.tsx'
import { reasonFault, useFlows } from './use-flows.ts'

type SendAgainProps = { detail: SignDetail; application: ApproveInfo; space: Space; onEnd: () => void }

/** An application that came back, sent again: the same seals at the same places, another reason or flow. */
export function SendAgain({ detail, application, space, onEnd }: SendAgainProps) {
  const { approveId, positionArray } = application
  const asked = application.sealArray.filter(({ needsApproval }) => needsApproval === 1)
  const [reason, setReason, forget] = useFormDraft('reason again', application.reason)
  const [fault, setFault] = useState<string>()
  const flows = useFlows(
    detail.signId,
    asked.map(({ sealId }) => sealId),
    application.amount,
  )
  const { flow } = flows
  const keyOf = useRepeatKey()
  const sending = useMutation({
    mutationFn: (flowId: string) => {
      const input = { approveId, flowId, reason: reason.trim() }
      return call('sendApprove', input, { key: keyOf(input) })
    },
    onSuccess: () => {
      forget()
      success('已提交用印审批，通过后将自动用印')
    },
    onError: showRefusal,
    onSettled: refreshApprovals,
  })
  const submit = () => {
    const found = reasonFault(reason)
    setFault(found)
    if (!found && flow) sending.mutate(flow.flowId)
  }
  return (
    <TaskFrame
      back={{ to: viewPath(detail), label: '返回合同详情' }}
      title="重新提交用印审批"
      note={space.spaceName}
      actions={
        <>
          <Button onClick={onEnd}>取消</Button>
          <Button variant="primary" disabled={!flow} busy={sending.isPending} onClick={submit}>
            重新提交
          </Button>
        </>
      }
    >
      <div className="flow">
        <section className="flow-ask" aria-label="申请">
          <CourseState application={application} />
          <FlowFields flows={flows} reason={reason} reasonFault={fault} onReason={setReason} />
        </section>
        <ApplicationFacts
          detail={detail}
          spaceName={space.spaceName}
          seals={asked}
          positions={positionArray}
          look={`${viewPath(detail)}&tab=preview`}
        />
      </div>
    </TaskFrame>
  )
}

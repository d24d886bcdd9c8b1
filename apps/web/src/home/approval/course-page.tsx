import type { ApproveInfo } from '@moqi/api/approval'
import type { SignDetail } from '@moqi/api/task'
import { useMutation } from '@tanstack/react-query'
import { formatDate } from '@moqi/domain/time/format-date'
import { RotateCw, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import type { Space } from '../../client/space-store.ts'
import { refreshApprovals } from '../../kit/approval/approval-keys.ts'
import { stampStep, stepsOf } from '../../kit/approval/course-words.ts'
import { UrgeButton } from '../../kit/approval/urge-button.tsx'
import { useRecall } from '../../kit/approval/use-recall.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { placesText } from '../../kit/signing/places-text.ts'
import { Button } from '../../ui/button.tsx'
import { FlowNodes, type Step } from '../../ui/flow-nodes.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { CourseState } from './course-state.tsx'
import './flow-page.css'
import { SendAgain } from './send-again.tsx'

type CoursePageProps = { detail: SignDetail; application: ApproveInfo; space: Space }

/** What becomes of an application: names, times and words at the nodes; taken back or sent again from here. */
export function CoursePage({ detail, application, space }: CoursePageProps) {
  const { approveId, approveStatus, operationArray } = application
  const [again, setAgain] = useState(false)
  const recall = useRecall(approveId)
  const keyOf = useRepeatKey()
  const retry = useMutation({
    mutationFn: () => call('retryApprove', { approveId }, { key: keyOf(approveStatus) }),
    onError: showRefusal,
    onSettled: refreshApprovals,
  })
  if (again && operationArray.includes('send'))
    return <SendAgain detail={detail} application={application} space={space} onEnd={() => setAgain(false)} />
  const asked = application.sealArray.filter(({ needsApproval }) => needsApproval === 1)
  return (
    <TaskFrame
      back={{ to: viewPath(detail), label: '返回合同详情' }}
      title="用印审批"
      note={space.spaceName}
      actions={
        <>
          <UrgeButton application={application} />
          {operationArray.includes('recall') && (
            <Button variant="danger" busy={recall.isPending} onClick={recall.press}>
              {!recall.isPending && <Undo2 size={18} />}
              撤回申请
            </Button>
          )}
          {operationArray.includes('retry') && (
            <Button variant="primary" busy={retry.isPending} onClick={() => retry.mutate()}>
              {!retry.isPending && <RotateCw size={18} />}
              重试用印
            </Button>
          )}
          {operationArray.includes('send') && (
            <Button variant="primary" onClick={() => setAgain(true)}>
              重新提交
            </Button>
          )}
        </>
      }
    >
      <div className="flow">
        <section className="flow-ask" aria-label="进度">
          <CourseState application={application} />
          <div className="card flow-drawn tall">
            <FlowNodes
              steps={[
                applied(application),
                ...stepsOf(application.nodeArray, true),
                stampStep(approveStatus, placesText(application.positionArray, application.fileArray)),
              ]}
              down
            />
          </div>
        </section>
        <ApplicationFacts
          detail={detail}
          spaceName={space.spaceName}
          seals={asked}
          positions={application.positionArray}
          look={`${viewPath(detail)}&tab=preview`}
        />
      </div>
    </TaskFrame>
  )
}

/** The applicant's own step, with the reason given. */
function applied({ applicantName, createTime, reason, approveStatus }: ApproveInfo): Step {
  const at = formatDate(createTime, '{y}-{m}-{d} {h}:{i}')
  const state = approveStatus === 'recalled' ? 'off' : 'done'
  return {
    id: 'apply',
    title: '提交申请',
    state,
    people: [{ id: 'applicant', name: applicantName, state: 'done', at, say: reason }],
  }
}

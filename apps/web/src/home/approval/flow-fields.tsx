import { Clock } from 'lucide-react'
import { stampStep, stepsOf } from '../../kit/approval/course-words.ts'
import { Field } from '../../ui/field.tsx'
import { FlowNodes } from '../../ui/flow-nodes.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { Flows } from './use-flows.ts'

type FlowFieldsProps = {
  flows: Flows
  reason: string
  reasonFault: string | undefined
  onReason: (reason: string) => void
}

/** By which flow, drawn before one sends it, for how much, and why. */
export function FlowFields({ flows, reason, reasonFault, onReason }: FlowFieldsProps) {
  return (
    <>
      <h2 id="flow-choice" className="h2">
        选择审批流程
      </h2>
      <FlowChoice flows={flows} />
      <div className="flow-inputs">
        <Field
          label="合同金额（选填）"
          inputMode="decimal"
          maxLength={20}
          value={flows.text}
          unit="元"
          error={flows.fault}
          hint="企业按金额设置流程时以此为准；不填则不适用有金额上限的流程。"
          onChange={(event) => flows.setText(event.target.value)}
          onBlur={flows.takeAmount}
        />
        <TextArea
          label="申请理由"
          rows={3}
          maxLength={200}
          value={reason}
          error={reasonFault}
          onChange={(event) => onReason(event.target.value)}
        />
      </div>
    </>
  )
}

function FlowChoice({ flows: { list, flow, choose, nodes } }: { flows: Flows }) {
  if (list.error && !list.data) return <LoadingFailed busy={list.isFetching} onRetry={() => void list.refetch()} />
  if (!list.data) return <Skeleton rows={2} height={64} />
  if (list.data.length === 0)
    return (
      <p className="flow-none" role="alert">
        没有适用的审批流程，请联系企业管理员设置。
      </p>
    )
  return (
    <>
      <div className="flow-list" role="radiogroup" aria-labelledby="flow-choice">
        {list.data.map(({ flowId, flowName, nodeNumber }) => (
          <label key={flowId} className="flow-option">
            <input type="radio" name="flow" checked={flowId === flow?.flowId} onChange={() => choose(flowId)} />
            <span>
              <b>{flowName}</b>
              <span className="small muted">{nodeNumber}个节点</span>
            </span>
          </label>
        ))}
      </div>
      <div className="card flow-drawn">
        {nodes ? (
          <FlowNodes steps={[...stepsOf(nodes, false), stampStep(null, '通过后由系统盖章，无需再签')]} />
        ) : (
          <Skeleton rows={2} height={40} />
        )}
        <p className="flow-note small">
          <Clock size={14} />
          审批期限同签署截止时间，每天提醒一次；您本人不能审批自己的公章申请。
        </p>
      </div>
    </>
  )
}

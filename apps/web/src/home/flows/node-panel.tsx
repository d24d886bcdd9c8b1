import type { Approver } from '@moqi/api/flow'
import { type NodeMode, nodeModeLabels, nodeModes } from '@moqi/domain/approvals/flow'
import { OrderTools } from '../../ui/order-tools.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { DraftNode, FlowDraft } from './flow-draft.ts'

type NodePanelProps = {
  draft: FlowDraft
  node: DraftNode
  approvers: readonly Approver[]
  fault: string | undefined
  onNodes: (nodes: readonly DraftNode[]) => void
}

const modeHints: Record<NodeMode, string> = {
  order: '按下列顺序逐个审批，前一位同意后才通知后一位。',
  all: '同时通知所有人，全部同意才通过。',
  any: '同时通知所有人，任一人同意即通过。',
}

/** How a node decides and who is asked there. */
export function NodePanel({ draft: { nodes }, node, approvers, fault, onNodes }: NodePanelProps) {
  const index = nodes.indexOf(node)
  const { mode, people } = node
  const change = (part: Partial<DraftNode>) => onNodes(nodes.with(index, { ...node, ...part }))
  const free = approvers.filter(({ memberId }) => people.every((one) => one.memberId !== memberId))
  return (
    <>
      <div className="spread">
        <h2 className="h2">第{index + 1}个节点</h2>
        {nodes.length > 1 && (
          <button type="button" className="link danger" onClick={() => onNodes(nodes.toSpliced(index, 1))}>
            删除节点
          </button>
        )}
      </div>
      <div className="flow-row">
        <span>审批方式</span>
        <Segmented
          label="审批方式"
          value={mode}
          options={nodeModes.map((value) => ({ value, label: nodeModeLabels[value] }))}
          onChange={(next) => change({ mode: next })}
        />
        <span className="small muted">{modeHints[mode]}</span>
      </div>
      {people.length > 0 && (
        <div className="flow-row">
          <span id="node-people">审批人</span>
          <ol className="flow-people" aria-labelledby="node-people">
            {people.map((one, at) => (
              <li key={one.memberId}>
                <span className="node-face" aria-hidden="true">
                  {[...one.nickName].at(-1)}
                </span>
                <span className="two-lines">
                  <span className="clip">{one.nickName}</span>
                  <span className={one.absence === null ? 'clip' : 'flow-away'}>
                    {one.absence === null ? one.phone : awayWords[one.absence]}
                  </span>
                </span>
                <OrderTools
                  subject={one.nickName}
                  className="flow-people-tools"
                  index={at}
                  count={people.length}
                  onMove={(to) => change({ people: people.toSpliced(at, 1).toSpliced(to, 0, one) })}
                  onRemove={() => change({ people: people.toSpliced(at, 1) })}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
      <SelectField
        label="添加审批人"
        value=""
        error={fault}
        options={[
          { value: '', label: free.length > 0 ? '请选择' : '没有可添加的成员' },
          ...free.map(({ memberId, nickName, phone }) => ({ value: memberId, label: `${nickName}　${phone}` })),
        ]}
        onChange={(memberId) => {
          const added = free.find((one) => one.memberId === memberId)
          if (added) change({ people: [...people, added] })
        }}
      />
      <p className="hint">
        可以选择有“审批用印”权限的成员。审批人离开或没有权限时由管理员代为审批；申请人不能审批自己的公章申请。
      </p>
    </>
  )
}

const awayWords = {
  left: '已离开，由管理员代为审批',
  noRight: '无审批权限，由管理员代为审批',
  applicant: '申请人本人',
} as const

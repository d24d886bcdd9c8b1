import { nodeModeLabels } from '@moqi/domain/approvals/flow'
import { TriangleAlert } from 'lucide-react'
import type { TriedFlow } from './tried-flow.ts'

/** Who would be asked, in turn, and why; or why nobody could be. */
export function FlowPath({ run: { fault, nodeArray } }: { run: TriedFlow }) {
  if (fault !== null)
    return (
      <p className="flow-warn">
        <TriangleAlert size={16} aria-hidden="true" />
        {fault}
      </p>
    )
  return (
    <ol className="flow-path" aria-label="会经过">
      {nodeArray.map((node) => {
        const asked = node.courseArray.filter(({ skipped }) => skipped === 0)
        const away = node.approverArray.filter(({ absence }) => absence !== null)
        return (
          <li key={node.nodeNo}>
            <b>
              {asked.map(({ nickName }) => nickName).join(node.nodeMode === 'any' ? '或' : '、') || '申请人本人，跳过'}
            </b>
            <span className="small muted">
              第{node.nodeNo}个节点，{nodeModeLabels[node.nodeMode]}
            </span>
            {asked
              .filter(({ standsFor }) => standsFor !== null)
              .map(({ memberId, nickName, standsFor }) => (
                <span key={memberId} className="small flow-away">
                  {nickName}是管理员，代{standsFor}审批
                </span>
              ))}
            {away.map(({ memberId, nickName, absence }) => (
              <span key={memberId} className="small flow-away">
                {nickName}
                {absence === 'left' ? '已离开' : absence === 'noRight' ? '没有审批权限' : '是申请人本人'}
              </span>
            ))}
          </li>
        )
      })}
      <li>
        <b>自动用印</b>
      </li>
    </ol>
  )
}

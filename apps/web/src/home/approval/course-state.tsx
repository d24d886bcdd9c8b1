import type { ApproveInfo } from '@moqi/api/approval'
import { approvalStateLabels } from '@moqi/domain/labels/status-labels'
import { Ban, Check, Clock, Undo2, X } from 'lucide-react'
import { approveTones, waitingFor } from '../../kit/approval/course-words.ts'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'

type Look = { tone: 'green' | 'ochre' | 'seal' | 'grey'; icon: typeof Check; title: string; say: string }

const minute = 60_000

/** 34 分钟, 5 小时, 2 天. */
function spanText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / minute))
  if (minutes < 60) return `${minutes} 分钟`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** Who refused, and why. */
function refusal({ nodeArray }: ApproveInfo): string {
  const refused = nodeArray.flatMap(({ approverArray }) => approverArray).find((one) => one.approveStatus === 'refused')
  if (!refused) return ''
  return refused.opinion ? `${refused.nickName}：${refused.opinion}` : refused.nickName
}

function lookOf(application: ApproveInfo, now: number): Look {
  const { approveStatus, createTime, nodeArray, historyArray, stampFault } = application
  const stamped = historyArray.some(({ event }) => event === 'stamp')
  switch (approveStatus) {
    case 'pending':
      return {
        tone: 'green',
        icon: Check,
        title: '已提交用印审批，通过后将自动用印',
        say: [waitingFor(nodeArray), `已用时 ${spanText(now - createTime)}`].filter(Boolean).join('　'),
      }
    case 'approved':
      return stamped
        ? { tone: 'green', icon: Check, title: '审批已通过，已完成用印', say: '合同已由系统盖章，无需再签。' }
        : { tone: 'ochre', icon: Clock, title: '审批已通过，正在用印', say: '由系统盖章，无需再签。' }
    case 'stampFailed':
      return { tone: 'seal', icon: X, title: '审批已通过，用印失败', say: stampFault ?? '可以重试用印。' }
    case 'refused':
      return { tone: 'seal', icon: X, title: '用印审批未通过', say: refusal(application) }
    case 'recalled':
      return { tone: 'grey', icon: Undo2, title: '申请已撤回', say: '可以重新提交，也可以回到签署页更换印章。' }
    case 'void':
      return { tone: 'grey', icon: Ban, title: '申请已失效', say: '合同已结束，无需再审批。' }
  }
}

/** How an application stands, in a sentence, and what that means. */
export function CourseState({ application }: { application: ApproveInfo }) {
  const { tone, icon: Icon, title, say } = lookOf(application, useNow())
  const { approveStatus } = application
  return (
    <div className={`flow-state flow-state-${tone}`} role="status">
      <span className="flow-mark" aria-hidden="true">
        <Icon size={20} strokeWidth={2.5} />
      </span>
      <p>
        <b>{title}</b>
        {say && <span className="small">{say}</span>}
      </p>
      <Tag tone={approveTones[approveStatus]}>{approvalStateLabels[approveStatus]}</Tag>
    </div>
  )
}

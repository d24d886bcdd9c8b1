import type { ApproveInfo } from '@moqi/api/approval'
import { formatDate } from '@moqi/domain/time/format-date'
import { stampStep, stepsOf } from '../../kit/approval/course-words.ts'
import { FlowNodes } from '../../ui/flow-nodes.tsx'
import { Timeline } from '../../ui/timeline.tsx'

/** Who has decided, who is to, and everything that has happened. */
export function ApproveCourse({ info }: { info: ApproveInfo }) {
  const { nodeArray, historyArray, approveStatus, stampFault } = info
  return (
    <>
      <section aria-labelledby="course-heading">
        <h2 id="course-heading" className="h2 approve-h">
          审批过程
        </h2>
        <FlowNodes
          steps={[...stepsOf(nodeArray, true), stampStep(approveStatus, stampFault ?? '通过后由系统盖章')]}
          down
        />
      </section>
      {historyArray.length > 0 && (
        <section aria-labelledby="history-heading">
          <h2 id="history-heading" className="h2 approve-h">
            历史记录
          </h2>
          <Timeline
            steps={historyArray.map(({ time, who, event, label, detail }) => ({
              id: `${time} ${event} ${who}`,
              state: 'done',
              title: `${who}　${label}`,
              at: formatDate(time, '{m}-{d} {h}:{i}'),
              children: detail && <p className="small muted">{detail}</p>,
            }))}
          />
        </section>
      )}
    </>
  )
}

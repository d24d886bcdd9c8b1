import type { ApproveInfo } from '@moqi/api/approval'
import type { Position } from '@moqi/api/shapes'
import { approvalStateLabels } from '@moqi/domain/labels/status-labels'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { approvalsPath, flowPath } from '../../kit/approval/approval-paths.ts'
import { approveTones } from '../../kit/approval/course-words.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import type { DocumentHandle } from '../../kit/document/document-handle.ts'
import { DocumentView } from '../../kit/document/document-view.tsx'
import { appliedOverlay } from '../../kit/signing/applied-layer.tsx'
import { inReadingOrder, isPick, placeKind } from '../../kit/signing/signing-state.ts'
import '../../kit/signing/signing.css'
import '../../kit/signing/signing-work.css'
import { Link } from '../../router/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ApproveActs } from './approve-acts.tsx'
import { otherSide } from './approve-columns.tsx'
import './approve-info.css'
import { ApproveAsk } from './approve-ask.tsx'
import { ApproveCourse } from './approve-course.tsx'

/** The contract, opened where the seal will be; beside or below it the application, its course and the decision. */
export function ApproveInfoView({ info }: { info: ApproveInfo }) {
  const { approveStatus, taskName, taskNo, fileArray, operationArray, signId, taskType } = info
  const now = useNow()
  const doc = useRef<DocumentHandle>(null)
  const positions = inReadingOrder(info.positionArray, fileArray)
  const go = (position: Position) => {
    const place = placeOf(info, position)
    if (place) doc.current?.scrollTo(place)
  }
  const first = positions.find((position) => isPick(placeKind(position)) && position.sealId !== null)
  const start = first && placeOf(info, first)
  const stamped = info.historyArray.some(({ event }) => event === 'stamp')
  const decides = operationArray.includes('approve')
  return (
    <div className="sign approve">
      <header className="sign-head">
        <Link className="icon-btn" to={approvalsPath} aria-label="返回审批管理">
          <ArrowLeft size={20} />
        </Link>
        <div className="sign-name">
          <h1 className="clip" title={taskName}>
            {taskName}
          </h1>
          <p className="small muted clip">
            {taskNo}　对方：{otherSide(info)}
          </p>
        </div>
        <Tag tone={approveTones[approveStatus]}>{approvalStateLabels[approveStatus]}</Tag>
        {signId !== null && (
          <Link className="link only-desktop" to={viewPath({ signId, taskType })}>
            打开合同详情
          </Link>
        )}
      </header>
      <main className="sign-doc">
        <DocumentView
          ref={doc}
          files={fileArray}
          label="合同正文"
          {...(start && { start })}
          renderOverlay={appliedOverlay({
            files: fileArray,
            // What is stamped stands in the file itself.
            positions: stamped ? [] : positions,
            seals: info.sealArray,
            now,
            ...lookOf(info, decides),
          })}
        />
      </main>
      <aside className="sign-side" aria-label="用印申请">
        {/* Scrolls by itself, so it takes the focus (WCAG 2.1.1). */}
        <div className="approve-scroll" role="region" aria-label="申请内容" tabIndex={0}>
          <ApproveAsk info={info} positions={positions} onGo={go} />
          <ApproveCourse info={info} />
        </div>
        <ApproveActs info={info} places={positions.filter(({ sealId }) => sealId !== null).length} />
        {signId !== null && operationArray.includes('send') && (
          <section className="approve-acts">
            <Link className="btn btn-primary btn-xl btn-block" to={flowPath(signId)}>
              重新提交
            </Link>
          </section>
        )}
      </aside>
    </div>
  )
}

function placeOf({ fileArray }: ApproveInfo, { fileId, page, y, height }: Position) {
  const fileIndex = fileArray.findIndex((file) => file.fileId === fileId)
  return fileIndex < 0 ? undefined : { fileIndex, page, y: y + height / 2 }
}

/** How the seals lie on the pages: asked of the viewer, waiting for others, or not to come. */
function lookOf({ approveStatus }: ApproveInfo, decides: boolean) {
  if (decides) return { tone: 'seal', note: '同意后盖在这里' } as const
  if (approveStatus === 'pending') return { tone: 'ochre', note: '通过后用印' } as const
  if (approveStatus === 'approved') return { tone: 'done', note: null } as const
  return { tone: 'grey', note: '未用印' } as const
}

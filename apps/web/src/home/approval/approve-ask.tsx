import type { ApproveInfo } from '@moqi/api/approval'
import type { Position } from '@moqi/api/shapes'
import { formatDate } from '@moqi/domain/time/format-date'
import { MapPin } from 'lucide-react'
import { yuan } from '../../ui/amount.ts'
import { sealNames } from '../../kit/approval/course-words.ts'
import { AttachmentList } from '../../kit/contract/attachment-list.tsx'
import { timeLeft } from '../../kit/contract/time-left.ts'
import { pagesOfPlace, placeName } from '../../kit/signing/places-text.ts'
import { useNow } from '../../ui/use-now.ts'
import '../../ui/mm-ground.css'
import { TrueSeal } from './application-facts.tsx'

type ApproveAskProps = { info: ApproveInfo; positions: readonly Position[]; onGo: (position: Position) => void }

/** Who wants which seal and why, the seal at its true size, and where it will be. */
export function ApproveAsk({ info, positions, onGo }: ApproveAskProps) {
  const { applicantName, createTime, reason, signExpireTime, amount, sealArray, attachmentArray } = info
  const left = timeLeft({ status: 'otherSign', signExpireTime }, useNow())
  const asked = sealArray.filter(({ needsApproval }) => needsApproval === 1)
  return (
    <section className="approve-ask" aria-label="申请">
      <p className="approve-who">
        <span className="approve-face" aria-hidden="true">
          {[...applicantName].at(-1)}
        </span>
        <span>
          <b>{applicantName}</b>申请使用<b>{sealNames({ sealArray: asked })}</b>
          <span className="small muted">{formatDate(createTime, '{y}-{m}-{d} {h}:{i}')}</span>
        </span>
      </p>
      <blockquote>{reason}</blockquote>
      <div className="approve-seal-card">
        <div className="mm-ground">
          {asked.map((seal) => (
            <TrueSeal key={seal.sealId} seal={seal} />
          ))}
        </div>
        <ul>
          {positions.map((position) => (
            <li key={position.positionId}>
              <button type="button" className="link" onClick={() => onGo(position)}>
                <MapPin size={14} aria-hidden="true" />
                {placeName(position)}
                <span className="small muted">{pagesOfPlace(position, info.fileArray)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <p className="approve-until small">
        {signExpireTime !== null && (
          <span>
            审批期限 {formatDate(signExpireTime, '{y}-{m}-{d} {h}:{i}')}
            {left && `，${left}`}
          </span>
        )}
        {amount !== null && <span>金额 人民币{yuan(amount)}元</span>}
      </p>
      {attachmentArray.length > 0 && <AttachmentList files={attachmentArray} />}
    </section>
  )
}

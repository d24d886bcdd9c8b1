import type { SignDetail } from '@moqi/api/task'
import { formatTime } from '@moqi/domain/time/format-time'
import { ArrowLeft, X } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { isVisit, useVisit } from '../../client/visit.ts'
import { Link } from '../../router/link.tsx'
import { later } from '../../ui/later.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { useNow } from '../../ui/use-now.ts'
import { listPath, useContractListState } from '../contract/contract-list-state.ts'
import { inOneLine } from '../contract/party-text.ts'
import { timeLeft } from '../contract/time-left.ts'

const RefusingActs = later(async () => (await import('./refusing-acts.tsx')).RefusingActs)
const SwitchSpace = later(async () => (await import('../space/switch-space.tsx')).SwitchSpace)
/** Few contracts have something to say beside them. */
const FromInitiatorButton = later(
  async () => (await import('./from-initiator.tsx')).FromInitiatorButton,
  null,
  () => false,
)

/** What a page that shows the signing within a flow of its own adds to the head. */
export type SigningHeadMore = {
  onBack?: () => void
  /** Where it was opened from, and how that is called; else the list of contracts. */
  from?: { to: string; label: string }
  /** Instead of showing the contract that one refused to sign. */
  onRejected?: () => void
}

/** `begun`: the contract is on its way, and what one may press comes behind it. */
type HeadProps = { detail: SignDetail; begun?: boolean }

/** What is to be signed, from whom, until when; and the ways to refuse and to report it. */
export function SigningHead({ detail, begun = true, onBack, from, onRejected }: HeadProps & SigningHeadMore) {
  const { visit } = useVisit()
  const list = listPath(useContractListState())
  const back = from ?? { to: list, label: '返回合同列表' }
  const left = timeLeft(detail, useNow())
  const mayReject = detail.detailOperationArray.includes('reject')
  return (
    <header className="sign-head">
      {visit ? (
        <button type="button" className="icon-btn" aria-label="关闭" onClick={visit.leave}>
          <X size={20} />
        </button>
      ) : onBack ? (
        <button type="button" className="icon-btn" aria-label="返回合同摘要" onClick={onBack}>
          <ArrowLeft size={20} />
        </button>
      ) : (
        <Link className="icon-btn" to={back.to} aria-label={back.label}>
          <ArrowLeft size={20} />
        </Link>
      )}
      <div className="sign-name">
        <h1 className="clip" title={detail.taskName}>
          {detail.taskName}
        </h1>
        <p className="small muted clip">
          <span className="only-desktop">{inOneLine(detail.initiatorName)} 发起　</span>
          {detail.signExpireTime !== null && `${formatTime(detail.signExpireTime, '{y}-{m}-{d} {h}:{i}')} 截止`}
          {left && `，${left}`}
        </p>
      </div>
      {mayReject && begun && <RefusingActs detail={detail} {...(onRejected && { onRejected })} />}
    </header>
  )
}

/** Which space one signs for; it never leaves the screen. On a phone also what the initiator gave along. */
export function SpaceStrip({ detail, begun = true, space }: HeadProps & { space: Space }) {
  const { privateMessage, attachmentArray } = detail
  const hasMore = privateMessage !== null || attachmentArray.length > 0
  return (
    <section className="sign-space" aria-label="签署空间">
      <SpaceBadge name={space.spaceName} kind={space.spaceType} size={36} />
      <p>
        <span>您正代表以下空间签署</span>
        <b className="clip">{space.spaceName}</b>
      </p>
      {begun && !isVisit() && <SwitchSpace label="切换" className="link" />}
      {begun && hasMore && <FromInitiatorButton detail={detail} />}
    </section>
  )
}

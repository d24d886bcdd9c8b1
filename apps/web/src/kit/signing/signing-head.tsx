import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { ArrowLeft, MoreHorizontal, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { isFlag } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { isVisit } from '../../client/visit.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { success } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { listPath, useContractListState } from '../contract/contract-list-state.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'
import { inOneLine, timeLeft } from '../contract/contract-row.ts'
import { leaveVisit } from '../visit/leave-visit.tsx'
import { SwitchSpace } from '../space/switch-space.tsx'

const ReasonSheet = later(async () => (await import('../operations/reason-sheet.tsx')).ReasonSheet)
const ReportSheet = later(async () => (await import('../operations/report-sheet.tsx')).ReportSheet)

/** What a page that shows the signing within a flow of its own adds to the head. */
export type SigningHeadMore = {
  onBack?: () => void
  /** Where it was opened from, and how that is called; else the list of contracts. */
  from?: { to: string; label: string }
  /** Instead of showing the contract that one refused to sign. */
  onRejected?: () => void
}

/** What is to be signed, from whom, until when; and the ways to refuse and to report it. */
export function SigningHead({ detail, onBack, from, onRejected }: SigningHeadMore & { detail: SignDetail }) {
  const [reporting, setReporting] = useKept('reporting', isFlag, () => false)
  const [rejecting, setRejecting] = useState(false)
  const navigate = useNavigate()
  const list = listPath(useContractListState())
  const back = from ?? { to: list, label: '返回合同列表' }
  const left = timeLeft(detail, useNow())
  const mayReject = detail.detailOperationArray.includes('reject')
  const rejected = () => {
    success('拒签成功！')
    void refreshContracts()
    if (onRejected) return onRejected()
    void navigate(viewPath(detail), { replace: true })
  }
  return (
    <header className="sign-head">
      {isVisit() ? (
        <button type="button" className="icon-btn" aria-label="关闭" onClick={() => void leaveVisit()}>
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
          {formatDate(detail.signExpireTime, '{y}-{m}-{d} {h}:{i}')} 截止{left && `，${left}`}
        </p>
      </div>
      {mayReject && (
        <MenuButton
          label="更多"
          className="icon-btn"
          items={[{ key: 'report', label: '举报', onPress: () => setReporting(true) }]}
        >
          <MoreHorizontal size={20} />
        </MenuButton>
      )}
      {reporting && (
        <ReportSheet
          send={(report) => call('reportContract', { signId: detail.signId, ...report })}
          onClose={() => setReporting(false)}
        />
      )}
      {mayReject && (
        <Button variant="danger" onClick={() => setRejecting(true)}>
          拒签
        </Button>
      )}
      {rejecting && (
        <ReasonSheet
          draft={`reject ${detail.signId}`}
          question="确定要拒签该合同吗？"
          consequence={`《${detail.taskName}》将终止签署，各方会收到通知。`}
          required
          send={(reason, key) =>
            call('rejectTask', { signId: detail.signId, ...(reason !== undefined && { reason }) }, { key })
          }
          onDone={rejected}
          onRefused={(refusal) => {
            setRejecting(false)
            showRefusal(refusal)
            void refreshContracts()
          }}
          onClose={() => setRejecting(false)}
        />
      )}
    </header>
  )
}

/** Which space one signs for; it never leaves the screen. */
export function SpaceStrip({ space, children }: { space: Space; children?: ReactNode }) {
  return (
    <section className="sign-space" aria-label="签署空间">
      <SpaceBadge name={space.spaceName} kind={space.spaceType} size={36} />
      <p>
        <span>您正代表以下空间签署</span>
        <b className="clip">{space.spaceName}</b>
      </p>
      {!isVisit() && <SwitchSpace label="切换" className="link" />}
      {children}
    </section>
  )
}

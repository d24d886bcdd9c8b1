import type { SignDetail } from '@moqi/api/task'
import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { isFlag } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { success } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { viewPath } from '../contract/contract-paths.ts'

const ReasonSheet = later(async () => (await import('../operations/reason-sheet.tsx')).ReasonSheet)
const ReportSheet = later(async () => (await import('../operations/report-sheet.tsx')).ReportSheet)

type RefusingActsProps = {
  detail: SignDetail
  /** Instead of showing the contract that one refused to sign. */
  onRejected?: () => void
}

/** The ways not to sign: to report the contract, and to refuse it. */
export function RefusingActs({ detail, onRejected }: RefusingActsProps) {
  const [reporting, setReporting] = useKept('reporting', isFlag, () => false)
  const [rejecting, setRejecting] = useState(false)
  const navigate = useNavigate()
  const rejected = () => {
    success('拒签成功！')
    void refreshContracts()
    if (onRejected) return onRejected()
    void navigate(viewPath(detail), { replace: true })
  }
  return (
    <>
      <MenuButton
        label="更多"
        className="icon-btn"
        items={[{ key: 'report', label: '举报', onPress: () => setReporting(true) }]}
      >
        <MoreHorizontal size={20} />
      </MenuButton>
      {reporting && (
        <ReportSheet
          send={(report) => call('reportContract', { signId: detail.signId, ...report })}
          onClose={() => setReporting(false)}
        />
      )}
      <Button variant="danger" onClick={() => setRejecting(true)}>
        拒签
      </Button>
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
    </>
  )
}

import { Download, MoreHorizontal, PenLine, Send, SquarePen, Trash2, Undo2 } from 'lucide-react'
import type { SignDetail } from '@moqi/api/task'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { isFlag } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { isWeChat } from '../../client/wechat.ts'
import { hintAtBrowser } from '../../ui/browser-hint-store.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useOperations } from '../../kit/operations/use-operations.ts'

const OperationSheets = later(async () => (await import('../../kit/operations/operation-sheets.tsx')).OperationSheets)
const PrintSheet = later(async () => (await import('./print-sheet.tsx')).PrintSheet)
const FilingSheet = later(async () => (await import('../../kit/filing/filing-sheet.tsx')).FilingSheet)
const ViewingsSheet = later(async () => (await import('../../kit/viewings/viewings-sheet.tsx')).ViewingsSheet)
const ReportSheet = later(async () => (await import('../../kit/operations/report-sheet.tsx')).ReportSheet)

const icons: Record<string, typeof Send> = {
  sign: PenLine,
  send: Send,
  edit: SquarePen,
  download: Download,
  recall: Undo2,
  delete: Trash2,
}

/** What this viewer may do with the open contract: the first thing at the right and filled, the fourth on behind ⋯. */
export function DetailOperations({ detail }: { detail: SignDetail }) {
  const operationArray = detail.detailOperationArray.filter((operation) => operation !== 'view')
  const { actions, asking, close } = useOperations({ ...detail, operationArray })
  const [reporting, setReporting] = useKept('reporting', isFlag, () => false)
  const [printing, setPrinting] = useState(false)
  const company = useCompanySheets(detail)
  const narrow = usePhone()
  // A phone has no room for what cannot be done yet; the sentence above says when it can.
  const near = actions.filter(({ disabled }) => !(narrow && disabled)).slice(0, 3)
  const print = {
    key: 'print',
    label: '打印',
    // WeChat's web view knows no printer.
    onPress: () => (isWeChat(navigator.userAgent) ? hintAtBrowser('print') : setPrinting(true)),
  }
  // The initiator has nothing to report: the contract is their own.
  const report = { key: 'report', label: '举报', onPress: () => setReporting(true) }
  const far = [
    ...actions.filter((action) => !near.includes(action)),
    ...company.items,
    ...(detail.fileArray.length > 0 ? [print] : []),
    ...(detail.initiateUser === 'yes' ? [] : [report]),
  ]
  if (near.length + far.length === 0) return null
  return (
    <div className="detail-ops">
      {far.length > 0 && (
        <MenuButton label={`更多：${detail.taskName}`} items={far}>
          <MoreHorizontal size={20} />
        </MenuButton>
      )}
      {near.toReversed().map((action) => (
        <OperationButton key={action.key} action={action} first={action === near[0]} />
      ))}
      {reporting && (
        <ReportSheet
          send={(said) => call('reportContract', { signId: detail.signId, ...said })}
          onClose={() => setReporting(false)}
        />
      )}
      {printing && <PrintSheet signId={detail.signId} files={detail.fileArray} onClose={() => setPrinting(false)} />}
      {company.sheet}
      {asking && <OperationSheets row={detail} asking={asking} close={close} />}
    </div>
  )
}

/** Whether the company has the contract in its archive: a finished one, for who may enter the console. */
const isFilable = ({ taskType, taskStatus }: SignDetail, space: Space | null) =>
  space?.spaceType === 'company' &&
  hasRight(space, 'seeConsole') &&
  taskType === 'normal' &&
  (taskStatus === 'finish' || taskStatus === 'cancel')

/** What a company's members have beside the contract: its record in the archive, and who has opened it. */
function useCompanySheets(detail: SignDetail) {
  const [open, setOpen] = useState<'filing' | 'viewings' | null>(null)
  const space = useSpace(({ current }) => current)
  const close = () => setOpen(null)
  const record = { key: 'filing', label: '归档信息', onPress: () => setOpen('filing') }
  const looks = { key: 'viewings', label: '企业查看记录', onPress: () => setOpen('viewings') }
  const items = [...(isFilable(detail, space) ? [record] : []), ...(space?.spaceType === 'company' ? [looks] : [])]
  const sheet = (
    <>
      {open === 'filing' && <FilingSheet filingId={detail.taskId} onClose={close} />}
      {open === 'viewings' && <ViewingsSheet signId={detail.signId} onClose={close} />}
    </>
  )
  return { items, sheet }
}

function OperationButton({ action, first }: { action: RowAction; first: boolean }) {
  const Icon = icons[action.key]
  const plain = action.danger || action.key === 'recall' ? 'danger' : 'plain'
  const filled = first && plain === 'plain' && !action.disabled
  const variant = action.signs ? 'seal' : filled ? 'primary' : plain
  return (
    <Button variant={variant} busy={action.busy ?? false} disabled={action.disabled ?? false} onClick={action.onPress}>
      {Icon && !action.busy && <Icon size={18} />}
      {action.label}
    </Button>
  )
}

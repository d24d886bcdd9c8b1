import { Download, MoreHorizontal, PenLine, Send, SquarePen, Trash2, Undo2 } from 'lucide-react'
import type { SignDetail } from '@moqi/api/task'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import type { RowAction } from '../../ui/row-actions.tsx'
import { OperationSheets } from '../operations/operation-sheets.tsx'
import { useOperations } from '../operations/use-operations.ts'

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
  if (actions.length === 0) return null
  const near = actions.slice(0, 3)
  const far = actions.slice(3)
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
      <OperationSheets row={detail} asking={asking} close={close} />
    </div>
  )
}

function OperationButton({ action, first }: { action: RowAction; first: boolean }) {
  const Icon = icons[action.key]
  const plain = action.danger || action.key === 'recall' ? 'danger' : 'plain'
  const variant = action.signs ? 'seal' : first && plain === 'plain' ? 'primary' : plain
  return (
    <Button variant={variant} busy={action.busy ?? false} onClick={action.onPress}>
      {Icon && !action.busy && <Icon size={18} />}
      {action.label}
    </Button>
  )
}

import { later } from '../../ui/later.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import type { ContractRow } from '../contract/contract-row.ts'
import { useOperations } from './use-operations.ts'

const OperationSheets = later(async () => (await import('./operation-sheets.tsx')).OperationSheets)

type RowOperationsProps = {
  row: Pick<
    ContractRow,
    'signId' | 'taskId' | 'taskName' | 'taskType' | 'operationArray' | 'urgeWait' | 'signExpireTime'
  >
  as?: 'words' | 'buttons'
}

/** What the viewer may do with a contract, with every dialog and message; `words` in a table, `buttons` on a card. */
export function RowOperations({ row, as = 'words' }: RowOperationsProps) {
  const { actions, asking, close } = useOperations(row)
  return (
    <>
      <RowActions subject={row.taskName} actions={actions} as={as} />
      {asking && <OperationSheets row={row} asking={asking} close={close} />}
    </>
  )
}

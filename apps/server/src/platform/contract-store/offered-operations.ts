import { detailOperations, type Operation, rowOperations, type RowView } from '@moqi/domain/contract/row-policy'

/** The operations this server answers calls for. */
const served: ReadonlySet<Operation> = new Set([
  'view',
  'sign',
  'edit',
  'send',
  'delete',
  'reject',
  'recall',
  'download',
])

/** What a viewer is offered in a list row and on the detail page. */
export function offered(view: RowView): { onRow: Operation[]; onDetail: Operation[] } {
  return {
    onRow: rowOperations(view).filter((operation) => served.has(operation)),
    onDetail: detailOperations(view).filter((operation) => served.has(operation)),
  }
}

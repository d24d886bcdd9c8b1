import type { help } from '@moqi/api/help'
import { justReads, reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/help.ts`. */
export const helpRows: CallRows<typeof help> = {
  docCenterMenuList: justReads,
  docCenterCmsGetByColumnId: { inputs: () => [{ columnId: 'privacyPolicy' }], again: reads },
  problemListOpen: justReads,
}

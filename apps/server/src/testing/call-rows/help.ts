import type { help } from '@moqi/api/help'
import { justReads, reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/help.ts`. */
export const helpRows: CallRows<typeof help> = {
  docCenterMenuList: justReads,
  docCenterCmsGetByColumnId: { inputs: () => [{ columnId: 'privacyPolicy' }], again: reads },
  problemListOpen: justReads,
  searchHelp: { inputs: () => [{ text: '签署' }], again: reads },
  rateHelp: {
    inputs: () => [{ columnId: 'quota', readerKey: '00000000-0000-4000-8000-000000000001', isHelpful: true }],
    again: 'takes the place of what the same page said before',
  },
}

import type { companyExport } from '@moqi/api/company-export'
import { byCode, type CallRows, reads, setsState } from '../call-row.ts'

/** Of the calls in `packages/api/src/company-export.ts`. */
export const companyExportRows: CallRows<typeof companyExport> = {
  listCompanyExport: { inputs: () => [{}], again: reads },
  orderCompanyExport: { inputs: () => [{ smsCode: '000000' }], again: byCode },
  steerCompanyExport: {
    inputs: ({ exportId }) => [{ exportId, exportAct: 'cancel' }],
    refused: 'export/not-found',
    again: setsState,
  },
  getCompanyExportLink: {
    inputs: ({ exportId }) => [{ exportId }],
    refused: 'export/not-found',
    again: 'answers a link that ends by itself; another one opens no more',
  },
  /** Whoever has a link has the archive; others' links are tried in exports.test.ts. */
  downloadCompanyExport: { inputs: () => [{ link: 'x' }], again: reads },
}

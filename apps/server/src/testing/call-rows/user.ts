import type { user } from '@moqi/api/user'
import { justReads, reads, setsState, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/user.ts`. */
export const userRows: CallRows<typeof user> = {
  setTenantId: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: setsState,
  },
  getUserAccountInfo: justReads,
  getUserSpaceInfo: justReads,
  getSpaceDetailInfo: justReads,
  companyAuthAndSealCon: justReads,
  updateRemindFlag: { inputs: () => [{ companyCheckAuthCode: 1 }], again: setsState },
  getConsoleUrl: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: reads,
  },
  dictionary: { inputs: () => [{ dictType: 'x' }], again: reads },
}

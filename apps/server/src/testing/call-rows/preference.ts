import type { preference } from '@moqi/api/preference'
import { justReads, setsState, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/preference.ts`. */
export const preferenceRows: CallRows<typeof preference> = {
  getPreference: justReads,
  savePreference: {
    inputs: ({ tenantId }) => [{ lastTenantId: tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: setsState,
  },
}

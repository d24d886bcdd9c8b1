import type { identityProvider } from '@moqi/api/identity-provider'
import { type CallRows, ends, justReads, reads, setsState, signsIn, stale } from '../call-row.ts'

const leaves = 'begins an attempt that ends by itself within ten minutes'
const back = { state: 'x', browserKey: 'x', code: 'x' }

/** Of the calls in `packages/api/src/identity-provider.ts`. */
export const identityProviderRows: CallRows<typeof identityProvider> = {
  getIdentityProvider: justReads,
  saveIdentityProvider: {
    inputs: () => [
      {
        version: 0,
        providerName: '统一身份',
        signInCode: 'moqi-test',
        issuer: 'https://127.0.0.1:1/op',
        clientId: 'moqi',
      },
    ],
    again: stale,
  },
  requireIdentityProvider: { inputs: () => [{ version: 1, required: 1 }], again: setsState },
  dropIdentityProvider: { inputs: () => [{ version: 1 }], again: ends },
  findIdentityProvider: { inputs: () => [{ signInCode: 'nobody' }], again: reads },
  leaveForProvider: { inputs: () => [{ signInCode: 'nobody' }], again: leaves },
  enterByProvider: { inputs: () => [{ ...back, agree: 1 }], again: signsIn },
  leaveToLink: { inputs: ({ tenantId }) => [{ tenantId }], again: leaves },
  linkProvider: { inputs: () => [back], again: 'links once: again, it is linked' },
  listProviderLinks: justReads,
  endProviderLink: { inputs: ({ tenantId }) => [{ tenantId }], again: ends },
}

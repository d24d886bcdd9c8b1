import type { authEnding } from '@moqi/api/auth-ending'
import type { proposal } from '@moqi/api/proposal'
import type { operatorTenant, platformLog } from '@moqi/api/tenant'
import { type CallRows, justReads, ends, reads } from '../call-row.ts'

const tenantId = '00000000-0000-7000-8000-000000000001'
/** What an operator asks of one space. */
const ofSpace = { inputs: () => [{ tenantId }] } as const
/** Why no key is needed. */
const seenOnce = 'answers what is there; the first seeing of a look alone is logged'
const into = { ...ofSpace, again: seenOnce } as const

const proposalId = tenantId
const reason = '法院协助执行通知书'
/** Why no key is needed. */
const turned = 'is refused by the space once it is frozen, or no longer'
const decided = 'is refused by the proposal once it is decided'

/** Of the calls in `packages/api/src/proposal.ts`. */
export const proposalRows: CallRows<typeof proposal> = {
  weighFreeze: { ...ofSpace, again: reads },
  freezeTenant: { inputs: () => [{ tenantId, reason }], again: turned },
  thawTenant: { inputs: () => [{ tenantId, reason }], again: turned },
  proposeAdjustment: {
    inputs: () => [{ tenantId, copies: 10, months: 12, reason }],
    again: 'is refused while the first waits for a second operator',
  },
  listProposals: { inputs: () => [{}, { tenantId }], again: reads },
  agreeProposal: { inputs: () => [{ proposalId }], again: decided },
  refuseProposal: { inputs: () => [{ proposalId, reason }], again: decided },
}

/** Of the calls in `packages/api/src/auth-ending.ts`. */
export const authEndingRows: CallRows<typeof authEnding> = {
  weighAuthEnd: { ...ofSpace, again: reads },
  endAuthentication: {
    inputs: () => [{ tenantId, endCause: 'court', reason, reference: '（2026）浙01执123号' }],
    again: 'is refused by the space once its authentication has ended, or while it waits for a second operator',
  },
  endDeed: { inputs: () => [{ tenantId, endingId: tenantId }], again: 'answers what is there; each opening is logged' },
}

/** Of the calls in `packages/api/src/tenant.ts`. */
export const tenantRows: CallRows<typeof operatorTenant & typeof platformLog> = {
  findTenants: justReads,
  tenantNumbers: { ...ofSpace, again: reads },
  listLooks: { ...ofSpace, again: reads },
  openLook: {
    inputs: () => [{ tenantId, reason: '客户求助' }],
    again: 'ends the look before and begins another, both on record',
  },
  endLook: { ...ofSpace, again: ends },
  tenantMembers: into,
  tenantAuthentications: into,
  tenantPacks: into,
  tenantApplications: into,
  tenantContracts: into,
  listPlatformLog: { inputs: () => [{ pageSize: 10 }], again: reads },
}

import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

const open = contractLifecycle.states.filter((state) => !['deleted', 'finish', 'voided'].includes(state))
const closed = ['reject', 'recall', 'expired'] as const

/** The ordinary contracts under way that the member sees, newest first: the own, or all of the company's. */
export const visibleContracts = (tenant: Db, { tenantId, accountId, space }: Member) =>
  tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', space.rights.includes('seeAllContracts') ? tenantId : accountId)
    .where('kind', '=', 'normal')
    .where('contract_state', 'in', open)
    .where('contract_state', 'not in', closed)
    .where('binned_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('contract_id', 'desc')
    .select(['contract_id', 'subject', 'contract_no'])

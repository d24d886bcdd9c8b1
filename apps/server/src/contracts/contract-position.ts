import type { task } from '@moqi/api/task'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { areasOf, wireArea } from '#src/cores/contract/contract-files.ts'
import { contractSeenBy } from './seen-contract.ts'

/** The areas of the actor's own party, asked by contract (checklist C72). */
export const contractPosition: Handler<typeof task.contractPosition> = async (deps, member, input) => {
  const seen = await contractSeenBy(deps, member, input.contractId)
  const kind = input.signingBody === 'company' ? 'company' : 'person'
  const sameCompany = kind === 'person' || (input.companyId || null) === member.space.companyId
  if (kind !== member.space.kind || !sameCompany) throw new Refusal('contract/not-found')
  const numbers = await deps.db.read(member.tenantId, (tenant) =>
    tenant
      .selectFrom('entry')
      .where('tenant_id', '=', member.tenantId)
      .where('contract_id', '=', input.contractId)
      .where('account_id', '=', member.accountId)
      .select('party_no')
      .execute(),
  )
  const own = new Set(numbers.map(({ party_no }) => party_no))
  const areas = await deps.db.read(seen.homeTenantId, (db) => areasOf(db, seen))
  return { positionArray: areas.filter(({ party_no }) => own.has(party_no)).map(wireArea) }
}

import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { areasOf, wireArea } from '#src/cores/contract/contract-files.ts'
import type { Deps } from '#src/platform/deps.ts'
import { contractSeenBy } from './seen-contract.ts'

type Position = typeof task.contractPosition

/** The areas of the actor's own party, asked by contract (checklist C72). */
export async function contractPosition(
  deps: Pick<Deps, 'db'>,
  member: Member,
  input: Input<Position>,
): Promise<Output<Position>> {
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

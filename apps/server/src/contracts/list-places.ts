import type { operation } from '@moqi/api/operation'
import { enforce } from '@moqi/domain/contract/row-policy'
import { areasOf, wireArea } from '#src/cores/contract/contract-files.ts'
import { loadContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** Where each party signs, for the initiator who adds another. */
export const listPlaces: Handler<typeof operation.listPlaces> = async (deps, member, { signId }) => {
  const entry = await requireEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (home) => {
    enforce('addParty', viewOf(await loadContract(home, entry), entry))
    return { positionArray: (await areasOf(home, entry)).filter(({ party_no }) => party_no > 0).map(wireArea) }
  })
}

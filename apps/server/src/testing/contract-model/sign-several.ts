import { Refusal } from '@moqi/domain/refusal'
import { signing } from '#src/cores/signer/signing.ts'
import type { Person } from './cast.ts'
import type { World } from './world.ts'
import { writeChange } from './write-change.ts'

/** One person signs at most `most` contracts together, each by itself: a refusal holds up none of the others. */
export function signSeveral(world: World, { accountId, tenantId }: Person, most: number): void {
  const isOwn = (party: { account_id: string | null; party_tenant_id: string | null }) =>
    party.account_id === accountId && party.party_tenant_id === tenantId
  const asked = [...world.contracts.values()].filter(({ parties }) => parties.some(isOwn)).slice(0, most)
  for (const { contract } of asked) {
    // One that voids another has moved it: each is as it is by now.
    const stored = world.contracts.get(contract.contract_id)
    const party = stored?.parties.find((one) => isOwn(one) && one.state !== 'transferred')
    try {
      if (!stored || !party) throw new Refusal('contract/not-found')
      writeChange(world, stored, signing(stored, party, { signed: [], sealIds: [], will: null }, world.now))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      world.refused++
    }
  }
}

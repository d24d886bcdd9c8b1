import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { signing } from '#src/cores/signer/signing.ts'
import { type Act, chosenParty } from './do-verb.ts'
import { refusable } from './run-jobs.ts'
import { writeChange } from './write-change.ts'

/** What is done with several contracts at once. */
export const severalActs = {
  /** One person signs some contracts together, each by itself: a refusal holds up none of the others. */
  signSeveral(world, draw, chosen) {
    const { accountId, tenantId } = chosenParty(chosen, draw).signer
    const isOwn = (party: (typeof chosen)['parties'][number]) =>
      party.account_id === accountId && party.party_tenant_id === tenantId && !hasLeft(party)
    const asked = [...world.contracts.values()].filter(({ parties }) => parties.some(isOwn))
    for (const { contract } of asked.slice(0, 2 + (draw.amount % 9))) {
      refusable(world, () => {
        // One that voids another has moved it: each is as it is by now.
        const stored = world.contracts.get(contract.contract_id)
        const party = stored?.parties.find(isOwn)
        if (!stored || !party) throw new Refusal('contract/not-found')
        writeChange(
          world,
          stored,
          signing(stored, party, { signed: [], sealIds: [], grants: [], will: [], reading: null }, world.now),
        )
      })
    }
  },
} satisfies Record<string, Act>

import type { Input } from '@moqi/api/call'
import type { operation } from '@moqi/api/operation'
import { hasLeft, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { timestampJob } from '#src/cores/contract/send-contract.ts'
import { type PartyRow, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { byVerb, type ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { dropPlaces } from '#src/cores/contract/pass-places.ts'
import { forgetWill } from '#src/cores/signer/will.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { checkStill, checkUnsigned, freezeAgain, type Refrozen, storeAgain } from './freeze-again.ts'
import { checkNothingHandedIn, leaving, loggedParty, namedParty, tellParties } from './leaving-party.ts'

type Removal = Input<typeof operation.removeParty>

/**
 * Takes a party out of a contract that nobody has signed, with its places: the files are frozen anew without them, and
 * whoever is next is asked. What a signature or another change overtakes does not happen.
 */
export async function removeParty(deps: Deps, member: Member, input: Removal): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  const refrozen = await freezeAgain(deps, entry, (stored, areas) => {
    enforce('removeParty', viewOf(stored, entry))
    const party = removable(stored, input)
    return {
      parties: stored.parties.filter((other) => other !== party),
      areas: areas.filter(({ party_no }) => party_no !== party.party_no),
    }
  })
  return byVerb(removingParty(refrozen))(deps, member, input)
}

/** The decision of `removeParty`, whose files have been frozen. */
export const removingParty = (refrozen: Refrozen): ContractVerb<Removal, null, null> => ({
  operation: 'removeParty',
  async facts(_, tx, { stored, input, now }) {
    checkStill(stored, refrozen)
    checkBeforeDeadline(stored.contract, now)
    await checkNothingHandedIn(tx, removable(stored, input))
    return null
  },
  decide({ stored, member, input }) {
    const party = removable(stored, input)
    const awaiting = refrozen.frozen.some(({ document }) => document.awaitingTimestamp)
    return {
      moves: [{ of: 'party', partyNo: party.party_no, event: 'remove' }],
      entries: leaving(stored, party),
      content: true,
      log: [{ verb: 'removeParty', detail: loggedParty(party) }],
      tell: tellParties(stored, member, `移除${namedParty(party)}`, party),
      ...(awaiting && { jobs: [timestampJob(stored)] }),
      answer: () => null,
    }
  },
  async write(deps, tx, { stored, entry, input, applied: { after } }) {
    await dropPlaces(tx, entry, input.signerNo)
    await storeAgain(deps, tx, after, refrozen)
    const { account_id, sign_id } = removable(stored, input)
    if (account_id !== null) await forgetWill(tx, account_id, sign_id)
  },
})

const refuse = (message: string) => new Refusal('field/invalid', { field: 'signerNo', message })

function removable(stored: StoredContract, { signerNo }: Removal): PartyRow {
  checkUnsigned(stored, '移除')
  const party = stored.parties.find(({ party_no }) => party_no === signerNo)
  if (!party || !partyLifecycle.can(party.state, 'remove')) throw refuse('该签署方已变更，请刷新后再试')
  if (stored.parties.some((other) => other !== party && !hasLeft(other))) return party
  throw refuse('至少需要一个签署方；如不再需要签署，请撤回合同')
}

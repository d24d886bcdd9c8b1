import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { viewOf, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { cast, memberOf, type Person } from './cast.ts'
import type { DraftPlan } from './make-draft.ts'
import type { World } from './world.ts'
import { writeChange } from './write-change.ts'

/** The numbers of a step, which choose among what there is. */
export type Draw = { contract: number; who: number; amount: number; plan: DraftPlan }

/** Something that may happen to the contract that the step has chosen. */
export type Act = (world: World, draw: Draw, stored: StoredContract) => void

/** Carries a verb out as `byVerb` does: the actor's own entry, the row policy, the decision. */
export function doVerb<I, A, F>(
  world: World,
  verb: ContractVerb<I, A, F>,
  { stored, who, input, facts }: { stored: StoredContract; who: Person; input: I; facts: F },
): void {
  verb.check?.(input)
  const entry = entryOf(stored, who)
  if (verb.operation) enforce(verb.operation, viewOf(stored, entry))
  const given = { stored, entry, member: memberOf(who), input, now: world.now, facts }
  const { answer, ...change } = verb.decide(given)
  answer(writeChange(world, stored, change).after)
}

/** The person's own way into the contract. Throws `contract/not-found` when there is none. */
export function entryOf({ contract, parties }: StoredContract, who: Person): Entry {
  const isInitiator = contract.tenant_id === who.tenantId && contract.initiator_account_id === who.accountId
  const own = parties.find((party) => {
    return party.account_id === who.accountId && party.party_tenant_id === who.tenantId && !hasLeft(party)
  })
  if (!isInitiator && !own) throw new Refusal('contract/not-found')
  return {
    signId: isInitiator ? contract.initiator_sign_id : (own?.sign_id ?? ''),
    accountId: who.accountId,
    tenantId: who.tenantId,
    homeTenantId: contract.tenant_id,
    contractId: contract.contract_id,
    partyNo: own?.party_no ?? null,
    isInitiator,
  }
}

const personOf = (accountId: string | null, tenantId: string | null): Person | undefined =>
  cast.find((one) => one.accountId === accountId && one.tenantId === tenantId)

/** The party that the step names, and whoever it is. Throws `contract/not-found` when nobody has claimed it. */
export function chosenParty(stored: StoredContract, { who }: Pick<Draw, 'who'>) {
  const party = stored.parties[who % stored.parties.length]
  const signer = personOf(party?.account_id ?? null, party?.party_tenant_id ?? null)
  if (!party || !signer) throw new Refusal('contract/not-found')
  return { party, signer }
}

/** Who launched the contract. */
export const initiatorOf = ({ contract }: StoredContract): Person => {
  const who = personOf(contract.initiator_account_id, contract.tenant_id)
  if (!who) throw new Error('an initiator who is not cast')
  return who
}

import type { Input } from '@moqi/api/call'
import type { operation } from '@moqi/api/operation'
import { areaOf } from '@moqi/api/wire/area'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { normalizeCompanyName } from '@moqi/domain/identity/company'
import { timestampJob } from '#src/cores/contract/send-contract.ts'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import { type PartyRow, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { byVerb, type ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { areaRow, insertAreas } from '#src/cores/contract/draft-areas.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import { boundParty } from '#src/cores/contract/bind-parties.ts'
import { checkArea, filed } from '#src/cores/contract/place-areas.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Member } from '#src/platform/actor.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { checkPerson, ruled } from './check-person.ts'
import { phoneOf } from './correct-phone.ts'
import { checkStill, checkUnsigned, freezeAgain, type Refrozen, storeAgain } from './freeze-again.ts'
import { loggedParty, namedParty, tellParties } from './leaving-party.ts'

type Addition = Input<typeof operation.addParty>

/**
 * Adds a party to a contract that nobody has signed: it signs last, or beside the others where there is no order, in
 * the places that come with it. The files are frozen anew; what a signature or another change overtakes does not
 * happen.
 */
export async function addParty(deps: Deps, member: Member, input: Addition): Promise<null> {
  const entry = await requireEntry(deps, member, input.signId)
  const refrozen = await freezeAgain(deps, entry, (stored, areas) => {
    enforce('addParty', viewOf(stored, entry))
    const party = newcomer(stored, input, '')
    return { parties: [...stored.parties, party], areas: [...areas, ...placesOf(stored, party, input)] }
  })
  return byVerb(addingParty(refrozen))(deps, member, input)
}

/** The decision of `addParty`, whose files have been frozen. */
export const addingParty = (
  refrozen: Refrozen,
): ContractVerb<Addition, null, { claimant: Claimant | null; signId: string }> => ({
  operation: 'addParty',
  async facts(deps, tx, { stored, input, now }) {
    checkStill(stored, refrozen)
    checkBeforeDeadline(stored.contract, now)
    const party = newcomer(stored, input, '')
    await lockPhones(tx, [party.phone])
    return { claimant: await findClaimant(tx, party), signId: newSignId(deps) }
  },
  decide({ stored, member, input, facts: { claimant, signId } }) {
    const party = newcomer(stored, input, signId)
    const joining = { ...party, ...boundParty(stored, party, claimant) }
    const { party_no: partyNo } = joining
    const awaiting = refrozen.frozen.some(({ document }) => document.awaitingTimestamp)
    return {
      set: {},
      joining: [joining],
      entries: [{ kind: 'give', partyNo }],
      ...(joining.state === 'toSign' && { ask: [partyNo] }),
      content: true,
      log: [{ verb: 'addParty', detail: loggedParty(joining) }],
      tell: tellParties(stored, member, `添加${namedParty(joining)}`),
      ...(awaiting && { jobs: [timestampJob(stored)] }),
      answer: () => null,
    }
  },
  async write(deps, tx, { stored, input, applied: { after } }) {
    const [party] = after.parties.slice(stored.parties.length)
    if (!party) throw new Error('a party was added and is not there')
    await insertAreas(tx, placesOf(stored, party, input))
    await storeAgain(deps, tx, after, refrozen)
  },
})

/** The new party, known to nobody yet. Throws `field/invalid` unless it can be one. */
function newcomer(stored: StoredContract, input: Addition, signId: string): PartyRow {
  checkUnsigned(stored, '添加')
  const { contract, parties } = stored
  const companyName = input.companyName === undefined ? null : normalizeCompanyName(input.companyName)
  const inOrder = contract.sign_order_type === 'order'
  const turns = parties.filter((party) => !hasLeft(party)).map(({ sign_order }) => sign_order)
  const party: PartyRow = {
    tenant_id: contract.tenant_id,
    contract_id: contract.contract_id,
    party_no: Math.max(...parties.map(({ party_no }) => party_no)) + 1,
    sign_order: inOrder ? Math.max(...turns) + 1 : 1,
    kind: companyName === null ? 'person' : 'company',
    name: input.name.trim(),
    phone: phoneOf(input.phone),
    company_name: companyName,
    credit_code: null,
    identity_hash: null,
    identity_mask: null,
    sign_kind: 'any',
    state: inOrder ? 'waiting' : 'toSign',
    will_kind: 'any',
    private_message: null,
    forced_reading: false,
    reading_done_at: null,
    sign_id: signId,
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    signed_at: null,
    finished_mail: null,
  }
  checkPerson(stored, ruled(party))
  return party
}

/** Where the new party signs, under ids that no area of the contract has. */
function placesOf({ contract }: StoredContract, { party_no: partyNo, kind }: PartyRow, input: Addition): AreaRow[] {
  const companies = new Set(kind === 'company' ? [partyNo] : [])
  return input.positionArray.map((position, index) => {
    const area = { ...areaOf(position), partyNo, areaId: `p${partyNo}-${index + 1}` }
    checkArea(area, companies)
    const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
    return areaRow(place, filed(area), null)
  })
}

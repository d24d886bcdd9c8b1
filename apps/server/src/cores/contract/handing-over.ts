import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import type { PartyRow, StoredContract } from './contract-rows.ts'
import type { Change, PartyFields } from './decision.ts'
import type { EntryChange } from './entry-changes.ts'
import { concernedInitiator } from './notify-people.ts'

/** The company, who left it or hands on, and who takes over. */
export type Handing = {
  tenantId: string
  from: HandOver['from'] & { phone: string }
  to: { accountId: string; name: string; phone: string }
  by: HandOver['by']
}

/** What goes to the successor, as one change; null when nothing of the contract is the former member's. */
export function handingOver(stored: StoredContract, handing: Handing, signId: string): Change | null {
  const { contract, parties } = stored
  const { tenantId, from, to } = handing
  const launched = isLaunchedBy(stored, handing)
  const held = parties.filter((party) => heldBy(handing, party) && !partyLifecycle.isEnd(party.state))
  if (!launched && held.length === 0) return null
  const named = parties.filter((party) => isOwnSideOfDraft(stored, handing, party))
  const split = launched ? ownEnded(stored, handing) : undefined
  // What somebody who has left applied for ends with them (`endApplications`); the successor signs or applies anew.
  const applied = held.filter(({ state }) => state === 'approving')
  const asked = [...held.filter(({ state }) => state === 'toSign'), ...applied].map(({ party_no }) => party_no)
  const launcher = { ...contract, initiator_account_id: to.accountId, initiator_name: to.name }
  const handed = [...held.map(({ sign_id }) => sign_id), ...(launched ? [contract.initiator_sign_id] : [])]
  return {
    ...(launched && { set: { initiator_account_id: to.accountId, initiator_name: to.name } }),
    parties: [
      ...[...held, ...named].map((party) => ({ partyNo: party.party_no, set: takenBy(to, party) })),
      ...(split ? [{ partyNo: split.party_no, set: { sign_id: signId } }] : []),
    ],
    entries: [
      ...(split ? splitting(stored, split) : []),
      { kind: 'handOver', tenantId, from: from.accountId, to: to.accountId, signIds: handed },
    ],
    moves: applied.map(({ party_no: partyNo }) => ({ of: 'party', partyNo, event: 'recallApproval' })),
    ask: asked,
    ...(launched &&
      asked.length === 0 && {
        tell: [
          {
            kind: 'handedOver',
            people: [concernedInitiator(launcher)],
            factsOf: (about) => ({ ...about, from: from.name }),
          },
        ],
      }),
    log: [{ verb: 'transfer', detail: `${from.name} → ${to.name}` }],
  }
}

/** Whether the former member launched it in the company. */
export const isLaunchedBy = ({ contract }: StoredContract, { tenantId, from }: Handing) =>
  contract.tenant_id === tenantId && contract.initiator_account_id === from.accountId

const heldBy = ({ tenantId, from }: Handing, party: PartyRow) =>
  party.party_tenant_id === tenantId && party.account_id === from.accountId

/** The successor takes the party as somebody who has read nothing yet. */
const takenBy = (to: Handing['to'], party: PartyRow): PartyFields => ({
  ...(party.account_id !== null && { account_id: to.accountId }),
  name: to.name,
  phone: to.phone,
  read_at: null,
  reading_done_at: null,
})

/** Who launched and has signed keeps that party, under a handle of its own: the initiator's goes to the successor. */
function ownEnded({ contract, parties }: StoredContract, handing: Handing): PartyRow | undefined {
  const own = parties.find(({ sign_id }) => sign_id === contract.initiator_sign_id)
  return own && heldBy(handing, own) && partyLifecycle.isEnd(own.state) ? own : undefined
}

const splitting = ({ contract }: StoredContract, own: PartyRow): EntryChange[] => [
  { kind: 'take', tenantId: contract.tenant_id, signId: contract.initiator_sign_id, isInitiator: true },
  { kind: 'give', partyNo: own.party_no },
]

/** A draft knows its parties by what was typed alone: here the company itself, through who left. */
function isOwnSideOfDraft({ contract }: StoredContract, { tenantId, from }: Handing, party: PartyRow): boolean {
  const unsent = contract.state === 'draft' || contract.state === 'waitSend'
  const ownSide = party.company_name !== null && party.company_name === contract.initiator_company
  return unsent && contract.tenant_id === tenantId && ownSide && party.phone === from.phone
}

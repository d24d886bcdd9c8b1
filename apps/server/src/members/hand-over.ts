import { nullWhenRefused } from '@moqi/domain/refusal'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { nullWhenGone } from '#src/cores/contract/contract-job.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change, PartyFields } from '#src/cores/contract/decision.ts'
import type { EntryChange } from '#src/cores/contract/entry-changes.ts'
import { concernedInitiator } from '#src/cores/contract/notify-people.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import { administratorsOf, memberOf, type MemberRow } from './member-rows.ts'
import { contractsToHandOver } from './open-tasks.ts'

type Place = { homeTenantId: string; contractId: string }
/** The company, who left it, and who takes over. */
type Handing = {
  tenantId: string
  from: HandOver['from'] & { phone: string }
  to: MemberRow
  by: HandOver['by']
}

/**
 * Gives a former member's contracts to a colleague, each in a transaction of its own (checklist I11): what was launched
 * gets a new initiator, parties that have not ended a new holder, the log a line 转交. Runs as a job; a repeat finds
 * nothing left. A successor who has left too is replaced by an administrator; one who came back keeps what is theirs.
 */
export async function handOver(deps: Deps, { tenantId, from, toAccountId, by }: HandOver): Promise<void> {
  const found = await deps.db.read(tenantId, async (tenant) => {
    if (await presentMember(tenant, tenantId, from.accountId)) return null
    const named = await presentMember(tenant, tenantId, toAccountId)
    const to = named ?? (await administratorsOf(tenant, tenantId))[0]
    if (!to) throw new Error(`company ${tenantId} has no administrator`)
    const { phone } = await tenant
      .selectFrom('account')
      .where('account_id', '=', from.accountId)
      .select('phone')
      .executeTakeFirstOrThrow()
    return { to, phone, contracts: await contractsToHandOver(tenant, tenantId, from.accountId) }
  })
  if (!found) return
  const { to, phone, contracts } = found
  for (const place of contracts) await handOne(deps, place, { tenantId, from: { ...from, phone }, to, by })
}

async function presentMember(db: Db, tenantId: string, accountId: string): Promise<MemberRow | null> {
  const found = await memberOf(db, tenantId, accountId).catch(nullWhenRefused)
  return found?.state === 'accepted' ? found : null
}

async function handOne(deps: Deps, place: Place, handing: Handing): Promise<void> {
  await changeContracts(deps, handing.by, [place], {
    facts: async () => newSignId(deps),
    decide([stored], signId) {
      const change = handingOver(stored, handing, signId)
      return { changes: change ? [change] : [], answer: () => null }
    },
    writing: () => ({
      write: async (tx, { before, after }) => {
        if (isLaunchedBy(before, handing) && !isLaunchedBy(after, handing)) await takeFiles(tx, after, handing)
      },
    }),
  }).catch(nullWhenGone)
}

/** What goes to the successor, as one change; null when nothing of the contract is the former member's. */
function handingOver(stored: StoredContract, handing: Handing, signId: string): Change | null {
  const { contract, parties } = stored
  const { tenantId, from, to } = handing
  const launched = isLaunchedBy(stored, handing)
  const held = parties.filter((party) => heldBy(handing, party) && !partyLifecycle.isEnd(party.state))
  if (!launched && held.length === 0) return null
  const named = parties.filter((party) => isOwnSideOfDraft(stored, handing, party))
  const split = launched ? ownEnded(stored, handing) : undefined
  const asked = held.filter(({ state }) => state === 'toSign').map(({ signer_no }) => signer_no)
  const launcher = { ...contract, initiator_account_id: to.accountId, initiator_name: to.name }
  const handed = [...held.map(({ sign_id }) => sign_id), ...(launched ? [contract.initiator_sign_id] : [])]
  return {
    ...(launched && { set: { initiator_account_id: to.accountId, initiator_name: to.name } }),
    parties: [
      ...[...held, ...named].map((party) => ({ signerNo: party.signer_no, set: takenBy(to, party) })),
      ...(split ? [{ signerNo: split.signer_no, set: { sign_id: signId } }] : []),
    ],
    entries: [
      ...(split ? splitting(stored, split) : []),
      { kind: 'handOver', tenantId, from: from.accountId, to: to.accountId, signIds: handed },
    ],
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

const isLaunchedBy = ({ contract }: StoredContract, { tenantId, from }: Handing) =>
  contract.tenant_id === tenantId && contract.initiator_account_id === from.accountId

const heldBy = ({ tenantId, from }: Handing, party: PartyRow) =>
  party.party_tenant_id === tenantId && party.account_id === from.accountId

/** The successor takes the party as somebody who has read nothing yet. */
const takenBy = (to: MemberRow, party: PartyRow): PartyFields => ({
  ...(party.account_id !== null && { account_id: to.accountId }),
  signer_name: to.name,
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
  { kind: 'give', signerNo: own.signer_no },
]

/** A draft knows its parties by what was typed alone: here the company itself, through who left. */
function isOwnSideOfDraft({ contract }: StoredContract, { tenantId, from }: Handing, party: PartyRow): boolean {
  const unsent = contract.state === 'draft' || contract.state === 'waitSend'
  const ownSide = party.company_name !== null && party.company_name === contract.initiator_company
  return unsent && contract.tenant_id === tenantId && ownSide && party.phone === from.phone
}

/** The uploads of what was launched are the successor's to edit. */
async function takeFiles(tx: Db, { contract }: StoredContract, { tenantId, from, to }: Handing): Promise<void> {
  const files = tx
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contract.contract_id)
    .select('file_id')
  await tx
    .updateTable('file')
    .set({ account_id: to.accountId })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', from.accountId)
    .where('file_id', 'in', files)
    .execute()
}

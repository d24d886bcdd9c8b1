import { autoFault, type AutoContract, type AutoFault } from '@moqi/domain/seals/auto-signing'
import { isLastingRefusal, type Refusal } from '@moqi/domain/refusal'
import { areasOf, hasAttachments } from '#src/cores/contract/contract-files.ts'
import { byJob, nullWhenGone } from '#src/cores/contract/contract-job.ts'
import { loadContract, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { autoGrantOf, autoGrantsFor, useAutoGrant } from '#src/cores/seal/auto-grants.ts'
import type { GrantRow } from '#src/cores/seal/grants.ts'
import { spaceSeals, type UsableSeal, withGrant } from '#src/cores/seal/usable-seals.ts'
import { readSignable, type Signable } from '#src/cores/signer/sign-check.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { type Signer, signerByItself } from '#src/cores/signer/signer.ts'
import { frozenHashes, stamp } from '#src/cores/signer/stamp.ts'
import { consentTo } from '#src/cores/signer/will.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { isAsAuthorised } from './as-authorised.ts'
import { askByHand } from './ask-by-hand.ts'

type Turn = JobPayloads['signAutomatically']

/** How often a stamp is tried that fails for no reason of ours, and how long it waits in between, ms. */
const mostTries = 6
const waitMs = (tries: number) => 2000 * 4 ** tries

/**
 * Puts the company's seal on a contract whose turn has come, by its letter of automatic signing. Runs as a job; a
 * repeat finds it signed. Everything is checked as it is now, and the authorisation and the seal once more with the
 * signature. What cannot be signed is asked of the operator, who is told why; what breaks is tried again.
 */
export async function signAutomatically(deps: Deps, turn: Turn): Promise<void> {
  try {
    const fault = await inTurn(turn.contractId, () => signNow(deps, turn))
    if (fault !== null) await giveUp(deps, turn, fault)
  } catch (error) {
    if (isLastingRefusal(error)) return giveUp(deps, turn, lostTo(error))
    if (turn.tries + 1 >= mostTries) return giveUp(deps, turn, 'failed')
    deps.log(`automatic signature of ${turn.contractId} failed`, error)
    const next = { ...turn, tries: turn.tries + 1 }
    await deps.db.write(turn.tenantId, (tx) => enqueue(tx, 'signAutomatically', next, { delayMs: waitMs(turn.tries) }))
  }
}

/** What a refusal between check and stamp comes from. */
const lostTo = ({ code }: Refusal): AutoFault =>
  code === 'seal/grant-changed' ? 'ended' : code === 'seal/changed' || code === 'seal/not-found' ? 'seal' : 'failed'

const giveUp = (deps: Deps, { tenantId, contractId, partyNo }: Turn, fault: AutoFault): Promise<void> =>
  byJob(askByHand)(deps, { tenantId, contractId, partyNo, fault })

/** What is read of a contract to be signed. */
type Found = { stored: StoredContract; party: PartyRow; entry: Entry; signable: Signable; grants: GrantRow[] }

/** Signs, and answers null; or answers why it is not signed. Nothing happens where it is not the party's turn. */
async function signNow(deps: Deps, turn: Turn): Promise<AutoFault | null> {
  const found = await deps.db.read(turn.tenantId, (own) => read(deps, own, turn)).catch(nullWhenGone)
  if (!found) return null
  const { party, entry, signable } = found
  const member = await findMember(deps, entry)
  if (!member || member.space.name !== party.company_name) return 'ended'
  if (signable.contractFrozen !== null) return 'frozen'
  if (signable.flagged) return 'flagged'
  const chosen = await choose(deps, found)
  if (typeof chosen === 'string') return chosen
  const signer = signerByItself(member)
  const seals = await sealBy(deps, signer, chosen)
  if (!seals) return 'seal'
  const documents = await deps.db.read(turn.tenantId, (own) => openDocuments(own, entry))
  const intent = {
    signId: entry.signId,
    consent: consentTo(signer, entry.signId, frozenHashes(documents)),
    will: [],
    reading: null,
    choices: signable.areas.flatMap(({ area_id: areaId, control }) =>
      control === 'companySeal' ? [{ areaId, sealId: chosen.seal_id }] : [],
    ),
  }
  const automatic = { letterNo: chosen.letter_no ?? '' }
  await stamp(
    deps,
    signer,
    intent,
    { entry, signable, documents, seals, automatic },
    { inOwn: (tx) => useAutoGrant(tx, chosen, deps.now()) },
  )
  return null
}

async function read(
  { now }: Pick<Deps, 'now'>,
  own: Db,
  { tenantId, contractId, partyNo }: Turn,
): Promise<Found | null> {
  const stored = await loadContract(own, { homeTenantId: tenantId, contractId })
  const party = stored.parties.find(({ party_no }) => party_no === partyNo)
  const accountId = party?.account_id
  if (!party || !accountId || party.party_tenant_id !== tenantId || party.state !== 'toSign') return null
  const { contract } = stored
  const entry = {
    signId: party.sign_id,
    accountId,
    tenantId,
    homeTenantId: tenantId,
    contractId,
    partyNo,
    isInitiator: contract.initiator_account_id === accountId && contract.initiator_sign_id === party.sign_id,
  }
  const grants = await autoGrantsFor(own, { tenantId, contractId }, now())
  return { stored, party, entry, signable: await readSignable(own, entry), grants }
}

async function contractOf(
  own: Db,
  { stored, party, entry, signable: { contract, papers } }: Found,
  grant: GrantRow,
): Promise<AutoContract> {
  const places = await areasOf(own, entry)
  const { contractId, templateId, counterparts, amount } = contract
  return {
    contractId,
    templateId,
    counterparts,
    amount,
    kind: stored.contract.kind,
    ownPartyNo: party.party_no,
    places: places.map(({ control, format, value, party_no }) => ({ control, format, value, partyNo: party_no })),
    hasAttachments: await hasAttachments(own, entry),
    isAsAuthorised: templateId !== null && (await isAsAuthorised(own, grant, { contractId, templateId })),
    demandsWill: party.will_kind !== 'any',
    demandsReading: party.forced_reading,
    demandsPapers: papers !== null,
  }
}

/** The first authorisation that lets the contract be signed, or why the last does not. */
function choose({ db, now }: Pick<Deps, 'db' | 'now'>, found: Found): Promise<GrantRow | AutoFault> {
  return db.read(found.entry.tenantId, async (own) => {
    let last: AutoFault = 'ended'
    for (const grant of found.grants) {
      const fault = autoFault(autoGrantOf(grant), await contractOf(own, found, grant), now())
      if (fault === null) return grant
      last = fault
    }
    return last
  })
}

/** The authorised seal alone, as it may be used now; null when it may not. */
async function sealBy({ db }: Pick<Deps, 'db'>, signer: Signer, grant: GrantRow): Promise<UsableSeal[] | null> {
  const owned = await db.read(signer.tenantId, (own) => spaceSeals(own, signer))
  const seal = owned.find(({ seal_id, kind }) => seal_id === grant.seal_id && kind === 'company')
  return !seal || seal.frozen ? null : [withGrant(seal, grant)]
}

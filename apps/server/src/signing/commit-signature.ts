import { allSigned } from '@moqi/domain/contract/order'
import { canMove, moved } from '@moqi/domain/contract/lifecycle'
import { canPartyMove, partyMoved } from '@moqi/domain/contract/party-lifecycle'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/http/idempotency.ts'
import { addLog, logActor } from '#src/platform/contract-store/contract-log.ts'
import { lockContract, type PartyRow, type StoredContract } from '#src/platform/contract-store/contract-rows.ts'
import type { Entry } from '#src/platform/contract-store/entry.ts'
import { refreshInbox } from '#src/platform/contract-store/inbox.ts'
import { openNextParties } from '#src/platform/contract-store/open-parties.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import type { SignedFile } from './sign-files.ts'
import { spendWill } from './will-auth.ts'

const noParties: PartyRow[] = []

/** Another signature was committed first: the increment no longer fits and must be made again. */
export class HeadMoved extends Error {
  override name = 'HeadMoved'
}

/** One transaction: heads, revisions, party, contract, next parties, lists, log, token and messages, or nothing. */
export async function commitSignature(
  deps: Deps,
  member: Member,
  entry: Entry,
  { signed, authToken }: { signed: SignedFile[]; authToken: string },
): Promise<{ status: string }> {
  const lock = (tx: Db) => lockContract(tx, entry)
  return deps.db.writeLocked(entry.homeTenantId, lock, async (tx, stored) => {
    const { contract } = stored
    const party = ownParty(stored, entry)
    checkStillOpen(deps, stored, party)
    const finished = move(deps, stored, party)
    const status = rowStatus({ taskState: contract.state, ownPartyState: party.state })
    const [opened] = await Promise.all([
      finished ? noParties : openNextParties(deps, tx, stored),
      spendWill(tx, member, entry.signId, authToken),
      ...signed.map((file) => moveHead(deps, tx, entry, file)),
      storeMoves(tx, {
        tenantId: entry.homeTenantId,
        contractId: entry.contractId,
        signerNo: party.signer_no,
        state: party.state,
        signedAt: party.signed_at,
        taskState: contract.state,
        finishedAt: contract.finished_at,
      }),
      addLog(tx, entry, deps.now(), logActor(member), { verb: 'sign' }),
      finished && enqueue(tx, 'verifyFinished', { tenantId: entry.homeTenantId, contractId: entry.contractId }),
      keepAnswer(tx, deps, member, { status }),
    ])
    // Nobody else's row changes before the end: most signatures touch two rows.
    await refreshInbox(tx, stored, deps.now(), ({ parties }) => {
      return finished || parties.some((own) => own === party || opened.includes(own))
    })
    return { status }
  })
}

function ownParty({ parties }: StoredContract, entry: Entry): PartyRow {
  const party = parties.find(({ signer_no }) => signer_no === entry.signerNo)
  if (!party) throw new Refusal('contract/changed')
  return party
}

/** The world moved between the check and now: a recall, a refusal, the deadline, or this very signature twice. */
function checkStillOpen({ now }: Pick<Deps, 'now'>, { contract }: StoredContract, party: PartyRow): void {
  const open = canMove(contract.state, 'signed') && canPartyMove(party.state, 'sign')
  if (!open || now() > (contract.sign_expire_at ?? 0)) throw new Refusal('contract/changed')
}

async function moveHead(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  entry: Entry,
  { fileId, before, after, incrementSha256, length }: SignedFile,
): Promise<void> {
  const rows = await nextRevision(tx, {
    tenantId: entry.homeTenantId,
    contractId: entry.contractId,
    fileId,
    before: before.sha256,
    start: before.length,
    after: after.sha256,
    end: after.length,
    head: JSON.stringify(after),
    incrementSha256,
    length,
    signerNo: entry.signerNo,
    at: now(),
  })
  if (rows.length === 0) throw new HeadMoved(`${fileId} is no longer at ${before.sha256}`)
}

type NextRevision = Record<
  'tenantId' | 'contractId' | 'fileId' | 'before' | 'after' | 'head' | 'incrementSha256',
  string
> &
  Record<'start' | 'end' | 'length' | 'at', number> & { signerNo: number | null }

/** Compare-and-set: answers nothing, and does nothing, when the head is no longer at `before`. */
const nextRevision = compiledOnce(
  (_, next: NextRevision) => sql`
    with moved as (
      update document_head
      set sha256 = ${next.after}, length = ${next.end}, revision = revision + 1, head = ${next.head}
      where tenant_id = ${next.tenantId} and contract_id = ${next.contractId} and file_id = ${next.fileId}
        and sha256 = ${next.before}
      returning tenant_id, contract_id, file_id, revision)
    insert into document_revision (
      tenant_id, contract_id, file_id, revision, sha256, start, length, signer_no, created_at)
    select tenant_id, contract_id, file_id, revision, ${next.incrementSha256}, ${next.start}::bigint,
      ${next.length}::bigint, ${next.signerNo}::int, ${next.at}::bigint
    from moved returning revision`,
)

/** Moves the party, and the contract after the last signature; in memory. Answers whether the contract is finished. */
function move({ now }: Pick<Deps, 'now'>, { contract, parties }: StoredContract, party: PartyRow): boolean {
  party.state = partyMoved(party.state, 'sign')
  party.signed_at = now()
  const complete = allSigned(parties.map(({ sign_order, state }) => ({ signOrder: sign_order, state })))
  contract.state = moved(contract.state, complete ? 'allSigned' : 'signed')
  if (complete) contract.finished_at = now()
  return complete
}

type Moves = Record<'tenantId' | 'contractId' | 'state' | 'taskState', string> &
  Record<'signerNo', number> &
  Record<'signedAt' | 'finishedAt', number | null>

const storeMoves = compiledOnce(
  (_, { state, signedAt, taskState, finishedAt, tenantId, contractId, signerNo }: Moves) => sql`
    with moved as (
      update party set state = ${state}, signed_at = ${signedAt}
      where tenant_id = ${tenantId} and contract_id = ${contractId} and signer_no = ${signerNo})
    update contract set state = ${taskState}, finished_at = ${finishedAt}, version = version + 1
    where tenant_id = ${tenantId} and contract_id = ${contractId}`,
)

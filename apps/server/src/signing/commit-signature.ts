import { allSigned } from '@moqi/domain/contract/order'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { SignRecord } from '@moqi/evidence/log-record'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { insertLine, logActor, type LogLine, logLine } from '#src/cores/contract/contract-log.ts'
import { lockContract, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import { openNextParties } from '#src/cores/contract/open-parties.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import { timestampRetryMs } from '#src/platform/authority/timestamp-outage.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type AppendedFile, moveHead } from '#src/platform/documents/move-head.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { recordSignature, type SignatureFacts } from './signature-record.ts'
import { spendWill } from './will-auth.ts'

const noParties: PartyRow[] = []

/** What was appended, and by what right. */
type Signature = SignatureFacts & { signed: AppendedFile[]; authToken: string; sealIds: string[] }

/** One transaction: heads, revisions, party, contract, next parties, lists, log, token and messages, or nothing. */
export async function commitSignature(
  deps: Deps,
  member: Member,
  entry: Entry,
  signature: Signature,
): Promise<{ status: string }> {
  const { signed, authToken } = signature
  const lock = (tx: Db) => lockContract(tx, entry)
  return deps.db.writeLocked(entry.homeTenantId, lock, async (tx, stored) => {
    const { contract } = stored
    const party = ownParty(stored, entry)
    checkStillOpen(deps, stored, party)
    const finished = move(deps, stored, party)
    const status = rowStatus({ taskState: contract.state, ownPartyState: party.state })
    const awaiting = signed.some(({ awaitingTimestamp }) => awaitingTimestamp)
    const opened = finished ? noParties : await openNextParties(deps, tx, stored)
    await Promise.all([
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
        ...logLine(entry, deps.now(), logActor(member), { verb: 'sign', detail: recordOf(signature, awaiting) }),
      }),
      queueWhatFollows(tx, entry, { finished, awaiting }),
      keepAnswer(tx, deps, member, { status }),
      // Last, because it goes to other tenants; the others are one statement each, and on their way already. Nobody
      // else's row changes before the end: most signatures touch one row.
      refreshInbox(tx, stored, deps.now(), {
        only: ({ parties }) => finished || parties.some((own) => own === party || opened.includes(own)),
        foundAsBefore: true,
        // The register is the signer's space's: it travels with the signer's row.
        beside: ({ tenantId, accountId }) =>
          tenantId === member.tenantId && accountId === member.accountId
            ? recordSignature(deps, tx, { member, entry, stored }, signed, signature)
            : undefined,
      }),
    ])
    return { status }
  })
}

/** What the log keeps of a signature, so that its chain stands above it. */
function recordOf({ signed, will, sealIds }: Signature, awaiting: boolean): string {
  const files = signed.map(({ fileId, after }) => ({ fileId, sha256: after.sha256, length: after.length }))
  return JSON.stringify({ note: awaiting ? '等待时间戳' : null, will, seals: sealIds, files } satisfies SignRecord)
}

/** A finished contract is archived, which time-stamps whatever waits; an open one is only time-stamped. */
async function queueWhatFollows(
  tx: Db,
  { homeTenantId: tenantId, contractId }: Entry,
  { finished, awaiting }: { finished: boolean; awaiting: boolean },
): Promise<void> {
  if (finished) return enqueue(tx, 'archiveContract', { tenantId, contractId })
  if (!awaiting) return
  const when = { delayMs: timestampRetryMs, key: `timestamp ${contractId}` }
  await enqueue(tx, 'timestampContract', { tenantId, contractId }, when)
}

function ownParty({ parties }: StoredContract, entry: Entry): PartyRow {
  // The party may have been handed to a colleague since it was asked for.
  const party = parties.find((own) => own.signer_no === entry.signerNo && own.account_id === entry.accountId)
  if (!party) throw new Refusal('contract/changed')
  return party
}

/** The world moved between the check and now: a recall, a refusal, the deadline, or this very signature twice. */
function checkStillOpen({ now }: Pick<Deps, 'now'>, { contract }: StoredContract, party: PartyRow): void {
  const open = taskLifecycle.can(contract.state, 'signed') && partyLifecycle.can(party.state, 'sign')
  if (!open || now() > (contract.sign_expire_at ?? 0)) throw new Refusal('contract/changed')
}

/** Moves the party, and the contract after the last signature; in memory. Answers whether the contract is finished. */
function move({ now }: Pick<Deps, 'now'>, { contract, parties }: StoredContract, party: PartyRow): boolean {
  party.state = partyLifecycle.after(party.state, 'sign')
  party.signed_at = now()
  const complete = allSigned(parties.map(({ sign_order, state }) => ({ signOrder: sign_order, state })))
  contract.state = taskLifecycle.after(contract.state, complete ? 'allSigned' : 'signed')
  if (complete) contract.finished_at = now()
  return complete
}

type Moves = Record<'tenantId' | 'contractId' | 'state' | 'taskState', string> &
  Record<'signerNo', number> &
  Record<'signedAt' | 'finishedAt', number | null> &
  LogLine

/** Party, contract and the log's line in one statement: the contract's row is written once. */
const storeMoves = compiledOnce(
  (_, moves: Moves) => sql`
    with moved as (
      update party set state = ${moves.state}, signed_at = ${moves.signedAt}
      where tenant_id = ${moves.tenantId} and contract_id = ${moves.contractId} and signer_no = ${moves.signerNo}),
    numbered as (
      update contract
      set state = ${moves.taskState}, finished_at = ${moves.finishedAt}, version = version + 1, next_log = next_log + 1
      where tenant_id = ${moves.tenantId} and contract_id = ${moves.contractId}
      returning tenant_id, contract_id, next_log - 1 as log_no)
    ${insertLine(moves)}`,
)

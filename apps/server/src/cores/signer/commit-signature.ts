import { allSigned } from '@moqi/domain/contract/order'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { SignRecord } from '@moqi/evidence/log-record'
import { isOpenTo } from '#src/cores/contract/apply-change.ts'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { timestampJob } from '#src/cores/contract/send-contract.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type AppendedFile, moveHead } from '#src/platform/documents/move-head.ts'
import { recordSignature, type SignatureFacts } from './signature-record.ts'
import type { Signer } from './signer.ts'
import type { Settle } from './stamp.ts'

/** What was appended, and by what right. */
type Signature = SignatureFacts & { signed: AppendedFile[]; settle: Settle; sealIds: string[] }

/** One transaction: heads, revisions, party, contract, next parties, lists, log, proof of will and messages, or nothing. */
export function commitSignature(
  deps: Deps,
  signer: Signer,
  entry: Entry,
  signature: Signature,
): Promise<{ status: string }> {
  return changeContracts(deps, signer.actor, [entry], {
    facts: noFacts,
    decide: ([stored]) => ({
      changes: [signing(stored, ownParty(stored, entry), signature, deps.now())],
      answer: ([after]) => ({
        status: rowStatus({ taskState: after.contract.state, ownPartyState: ownParty(after, entry).state }),
      }),
    }),
    writing: () => ({
      along: (tx) => [...signature.settle(tx), ...signature.signed.map((file) => moveHead(deps, tx, entry, file))],
      // The register is the signer's space's: it travels with the signer's row.
      beside: (tx, { after }, { tenantId, accountId }) =>
        tenantId === signer.tenantId && accountId === signer.accountId
          ? recordSignature(deps, tx, { signer, entry, stored: after }, signature.signed, signature)
          : undefined,
    }),
  })
}

/**
 * What a signature does: the party has signed, and a contract that is not finished by it waits for the time-stamp its
 * documents lack. Throws `contract/changed` when the world moved since it was checked: a recall, a refusal, the deadline,
 * or this very signature twice.
 */
export function signing(
  stored: StoredContract,
  own: PartyRow,
  signature: Omit<Signature, 'settle' | 'uses' | 'key'>,
  now: number,
): Change {
  if (!isOpenTo(stored.contract, own, now)) throw new Refusal('contract/changed')
  const awaiting = signature.signed.some(({ awaitingTimestamp }) => awaitingTimestamp)
  const isLast = allSigned(
    stored.parties.map((party) => ({ signOrder: party.sign_order, state: party === own ? 'signed' : party.state })),
  )
  return {
    moves: [{ of: 'party', signerNo: own.signer_no, event: 'sign' }],
    log: [{ verb: 'sign', detail: recordOf(signature, awaiting) }],
    jobs: awaiting && !isLast ? [timestampJob(stored)] : [],
  }
}

/** What the log keeps of a signature, so that its chain stands above it. */
function recordOf({ signed, will, sealIds }: Omit<Signature, 'settle' | 'uses' | 'key'>, awaiting: boolean): string {
  const files = signed.map(({ fileId, after }) => ({ fileId, sha256: after.sha256, length: after.length }))
  return JSON.stringify({ note: awaiting ? '等待时间戳' : null, will, seals: sealIds, files } satisfies SignRecord)
}

function ownParty({ parties }: StoredContract, entry: Entry): PartyRow {
  // The party may have been handed to a colleague since it was asked for.
  const party = parties.find((own) => own.signer_no === entry.signerNo && own.account_id === entry.accountId)
  if (!party) throw new Refusal('contract/changed')
  return party
}

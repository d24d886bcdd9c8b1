import { type WireRowStatus, wireStatus } from '@moqi/api/wire/contract'
import { rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { moveHead } from '#src/platform/documents/move-head.ts'
import { recordSignature, type SignatureFacts } from './signature-record.ts'
import type { Signer } from './signer.ts'
import type { Approved, Automatic } from './signing-intent.ts'
import { type Signed, signing } from './signing.ts'

/**
 * Statements of the signature's transaction that use up what gave the right to sign, in the home tenant and in the
 * signer's own; each refuses if it is gone.
 */
export type Settle = {
  atHome?: (tx: Db) => readonly Promise<unknown>[]
  inOwn?: (tx: Db) => Promise<unknown>
}

/** What was appended, and by what right. */
type Signature = SignatureFacts &
  Signed & { settle: Settle; ownKey?: string; approved: Approved | undefined; automatic: Automatic | undefined }

/**
 * One transaction: heads, revisions, party, contract, next parties, lists, log, proof of will and messages, or nothing.
 */
export async function commitSignature(
  deps: Deps,
  signer: Signer,
  entry: Entry,
  signature: Signature,
): Promise<{ status: WireRowStatus }> {
  const committed = await changeContracts(deps, signer.actor, [entry], {
    facts: noFacts,
    decide: ([stored]) => ({
      changes: [signing(stored, ownParty(stored, entry), signature, deps.now())],
      answer: ([after]) => ({
        status: wireStatus(
          rowStatus({ contractState: after.contract.state, ownPartyState: ownParty(after, entry).state }),
        ),
      }),
    }),
    writing: () => ({
      along: (tx) => [
        ...(signature.settle.atHome?.(tx) ?? []),
        ...signature.signed.map((file) => moveHead(deps, tx, entry, file)),
      ],
      // The records are the signer's space's: it travel with the signer's row.
      beside: (tx, { after }, { tenantId, accountId }) =>
        tenantId === signer.tenantId && accountId === signer.accountId
          ? recordOwn(deps, tx, { signer, entry, stored: after }, signature)
          : undefined,
    }),
  })
  deps.metrics.signatures.inc(signature.signed.length)
  return committed
}

async function recordOwn(
  deps: Deps,
  tx: Db,
  place: { signer: Signer; entry: Entry; stored: StoredContract },
  signature: Signature,
): Promise<void> {
  await signature.settle.inOwn?.(tx)
  await recordSignature(deps, tx, place, signature.signed, signature)
}

function ownParty({ parties }: StoredContract, entry: Entry): PartyRow {
  // The party may have been handed to a colleague since it was asked for.
  const party = parties.find((own) => own.party_no === entry.partyNo && own.account_id === entry.accountId)
  if (!party) throw new Refusal('contract/changed')
  return party
}

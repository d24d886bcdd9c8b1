import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Applied } from './apply-change.ts'
import { insertLine, type LogLine } from './contract-log.ts'
import type { CcRow, ContractRow, PartyRow } from './contract-rows.ts'

/** The columns in which two versions of a row differ, with the newer values. */
function difference<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const key in after) if (after[key] !== before[key]) changed[key] = after[key]
  return changed
}

/**
 * Writes what a change has altered of a contract, its parties and copy recipients, and the parties that join. Runs in
 * the home tenant.
 */
export async function storeRows(tx: Db, { before, after }: Applied): Promise<void> {
  await updateContract(tx, after.contract, difference(before.contract, after.contract))
  const known = new Map(before.parties.map((party) => [party.party_no, party]))
  for (const party of after.parties) {
    const old = known.get(party.party_no)
    if (old) await updateParty(tx, party, difference(old, party))
    else await tx.insertInto('party').values(party).execute()
  }
  for (const [index, recipient] of after.cc.entries()) {
    const old = before.cc[index]
    if (old) await updateRecipient(tx, recipient, difference(old, recipient))
  }
}

async function updateContract(tx: Db, contract: ContractRow, change: Partial<ContractRow>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .updateTable('contract')
    .set(change)
    .where('tenant_id', '=', contract.tenant_id)
    .where('contract_id', '=', contract.contract_id)
    .execute()
}

async function updateParty(tx: Db, party: PartyRow, change: Partial<PartyRow>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .updateTable('party')
    .set(change)
    .where('tenant_id', '=', party.tenant_id)
    .where('contract_id', '=', party.contract_id)
    .where('party_no', '=', party.party_no)
    .execute()
}

async function updateRecipient(tx: Db, recipient: CcRow, change: Partial<CcRow>): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx
    .updateTable('contract_cc')
    .set(change)
    .where('tenant_id', '=', recipient.tenant_id)
    .where('contract_id', '=', recipient.contract_id)
    .where('cc_no', '=', recipient.cc_no)
    .execute()
}

/** A signature's moves: one party signs, others may open, and the log gets one line. */
export type SignatureMoves = { signer: PartyRow; applied: Applied; line: LogLine }

const movesOfSignature: ReadonlySet<string> = new Set(['state', 'finished_at', 'version'])

/** The moves of a change that is a signature and nothing else; null for any other. */
export function signatureMoves(applied: Applied, lines: readonly LogLine[]): SignatureMoves | null {
  const { before, after } = applied
  const [line] = lines
  const signers = after.parties.filter(
    (party, index) => party.state === 'signed' && before.parties[index]?.state !== 'signed',
  )
  const [signer] = signers
  const others = Object.keys(difference(before.contract, after.contract)).some((key) => !movesOfSignature.has(key))
  if (!signer || !line || signers.length > 1 || lines.length > 1 || others) return null
  return { signer, applied, line }
}

/**
 * Stores a signature's moves: party, contract and the log's line in one statement, so that the contract's row is
 * written once. The parties that open are written before.
 */
export async function storeOpened(tx: Db, { signer, applied: { before, after } }: SignatureMoves): Promise<void> {
  for (const [index, party] of after.parties.entries()) {
    const old = before.parties[index]
    if (old && party !== signer) await updateParty(tx, party, difference(old, party))
  }
}

/** The rest of a signature's moves, sent as one statement at once. */
export const storeSignature = (tx: Db, { signer, applied: { after }, line }: SignatureMoves): Promise<unknown[]> =>
  signatureStored(tx, {
    tenantId: signer.tenant_id,
    contractId: signer.contract_id,
    partyNo: signer.party_no,
    state: signer.state,
    signedAt: signer.signed_at,
    contractState: after.contract.state,
    finishedAt: after.contract.finished_at,
    ...line,
  })

type StoredMoves = Record<'tenantId' | 'contractId' | 'state' | 'contractState', string> &
  Record<'partyNo', number> &
  Record<'signedAt' | 'finishedAt', number | null> &
  LogLine

const signatureStored = compiledOnce(
  (_, moves: StoredMoves) => sql`
    with moved as (
      update party set state = ${moves.state}, signed_at = ${moves.signedAt}
      where tenant_id = ${moves.tenantId} and contract_id = ${moves.contractId} and party_no = ${moves.partyNo}),
    numbered as (
      update contract
      set state = ${moves.contractState}, finished_at = ${moves.finishedAt}, version = version + 1, next_log = next_log + 1
      where tenant_id = ${moves.tenantId} and contract_id = ${moves.contractId}
      returning tenant_id, contract_id, next_log - 1 as log_no)
    ${insertLine(moves)}`,
)

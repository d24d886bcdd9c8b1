import { allSigned } from '@moqi/domain/contract/order'
import { Refusal } from '@moqi/domain/refusal'
import type { Reading, SignRecord } from '@moqi/evidence/log-record'
import { isOpenTo } from '#src/cores/contract/apply-change.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { timestampJob } from '#src/cores/contract/send-contract.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import type { Approved, Automatic } from './signing-intent.ts'
import type { ProvenWill } from './will.ts'

/** What was appended to each file, with which kept seals, and how the will was proved and the contract read. */
export type Signed = {
  signed: AppendedFile[]
  sealIds: string[]
  /** Of the seals that the signer uses by a grant. */
  grants: SignRecord['grants']
  will: ProvenWill
  reading: Reading | null
  approved?: Approved | undefined
  automatic?: Automatic | undefined
  /** By the signer's own key, with the certificate of that SHA-256 (hex): the platform has it not. */
  ownKey?: string
}

/**
 * What a signature does: the party has signed, at its turn or by what others agreed to, and a contract that is not
 * finished by it waits for the time-stamp its documents lack. Throws `contract/changed` when the world moved since it
 * was checked: a recall, a refusal, the deadline, or this very signature twice.
 */
export function signing(stored: StoredContract, own: PartyRow, signature: Signed, now: number): Change {
  const event = signature.approved ? 'approvalPassed' : 'sign'
  if (!isOpenTo(stored.contract, own, now, event)) throw new Refusal('contract/changed')
  const awaiting = signature.signed.some(({ awaitingTimestamp }) => awaitingTimestamp)
  const isLast = allSigned(
    stored.parties.map((party) => ({ signOrder: party.sign_order, state: party === own ? 'signed' : party.state })),
  )
  return {
    moves: [{ of: 'party', partyNo: own.party_no, event }],
    log: [{ verb: signature.automatic ? 'autoSign' : 'sign', detail: recordOf(signature, own, awaiting) }],
    jobs: awaiting && !isLast ? [timestampJob(stored)] : [],
  }
}

/** What the log keeps of a signature, so that its chain stands above it. */
function recordOf(
  { signed, will, reading, sealIds, grants, automatic, ownKey }: Signed,
  { party_no: partyNo }: PartyRow,
  awaiting: boolean,
): string {
  const files = signed.map(({ fileId, after }) => ({ fileId, sha256: after.sha256, length: after.length }))
  const notes = [
    automatic && `授权书编号${automatic.letterNo}`,
    ownKey && `由签署人自持的证书Key签名，证书SHA-256 ${ownKey.slice(0, 16)}…`,
    awaiting && '等待时间戳',
  ].filter(Boolean)
  return JSON.stringify({
    note: notes.join('，') || null,
    will: [...will],
    reading,
    seals: sealIds,
    grants,
    automatic: automatic ? { partyNo, letterNo: automatic.letterNo } : null,
    files,
  } satisfies SignRecord)
}

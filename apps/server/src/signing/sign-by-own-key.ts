import type { ownSignature } from '@moqi/api/own-signature'
import { chosenOf } from '@moqi/api/wire/choice'
import { Refusal } from '@moqi/domain/refusal'
import { type CertificateKey, findCertificateKey } from '#src/cores/identity/certificate-key.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { requirePapers } from '#src/cores/contract/paper-demands.ts'
import { spaceSeals, usableSeals } from '#src/cores/seal/usable-seals.ts'
import { intentOf } from '#src/cores/signer/make-intent.ts'
import { prepareOwnKey, stampByOwnKey } from '#src/cores/signer/own-key.ts'
import { keepPrepared, openPrepared, spendPrepared } from '#src/cores/signer/prepared-signature.ts'
import { checkSignable, readSignable } from '#src/cores/signer/sign-check.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { signerOf } from '#src/cores/signer/signer.ts'
import { findWill, spendWill, willHashOf } from '#src/cores/signer/will.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Prepare = typeof ownSignature.prepareOwnSignature
type Complete = typeof ownSignature.completeOwnSignature

/** What a signature is put on, read anew for each step. */
async function onStamp(deps: Deps, member: Member, entry: Entry) {
  const owned = await deps.db.read(member.tenantId, (own) => spaceSeals(own, member))
  const [signable, documents] = await deps.db.read(entry.homeTenantId, (home) =>
    Promise.all([readSignable(home, entry), openDocuments(home, entry)]),
  )
  return { entry, signable, documents, seals: usableSeals(owned, signable.contract, deps.now()) }
}

async function ownKey(deps: Deps, { accountId }: Member, keyId: string): Promise<CertificateKey> {
  const key = await deps.db.directory((directory) => findCertificateKey(deps, directory, keyId))
  if (key?.account_id !== accountId) throw new Refusal('account/key-not-found')
  return key
}

/**
 * Prepares what the signer's own key is to sign: the same checks and choices as `sign`, the proof of will unspent. The
 * key stays in its token.
 */
export const prepareOwnSignature: Handler<Prepare> = async (deps, member, input) => {
  const entry = await requireEntry(deps, member, input.signId)
  const key = await ownKey(deps, member, input.keyId)
  const signer = signerOf(member)
  const token = willHashOf(deps, input.authToken)
  const will = await deps.db.read(member.tenantId, (own) => findWill(deps, own, member, token))
  const stampable = await onStamp(deps, member, entry)
  const { signable, seals } = stampable
  checkSignable(deps, signer, signable, seals)
  const intent = await intentOf(
    deps,
    { signId: input.signId, chosen: chosenOf(input.positionArray), reading: input.reading ?? null, amount: null },
    { space: signer.space, signable, seals, will },
  )
  const { files, toBeSigned } = await prepareOwnKey(deps, signer, intent, stampable, key)
  const kept = await deps.db.directoryWrite((tx) =>
    keepPrepared(deps, tx, signer, { intent, files, fingerprint: key.fingerprint }),
  )
  return { preparedId: kept.preparedId, expireTime: kept.expireTime, toBeSignedArray: toBeSigned }
}

/** Completes it with what the token answered, and signs thereby, as `sign` does: will and preparation are spent. */
export const completeOwnSignature: Handler<Complete> = async (deps, member, input) => {
  const { signId, preparedId, signatureArray: signatures } = input
  const entry = await requireEntry(deps, member, signId)
  const signer = signerOf(member)
  const { intent, files, fingerprint } = await deps.db.directory((directory) =>
    openPrepared(deps, directory, signer, preparedId),
  )
  if (intent.signId !== signId) throw new Refusal('account/key-wrong')
  const key = await ownKey(deps, member, fingerprint).catch(() => {
    // Unbound meanwhile.
    throw new Refusal('account/key-wrong')
  })
  const tokenHash = willHashOf(deps, input.authToken)
  return inTurn(entry.contractId, async () => {
    const stampable = await onStamp(deps, member, entry)
    const { papers } = stampable.signable
    return stampByOwnKey(deps, signer, intent, stampable, {
      files,
      signatures,
      key,
      settle: {
        atHome: (tx) => [
          spendPrepared(tx, signer, preparedId),
          spendWill(tx, signer, { tokenHash, signId, consent: intent.consent }),
          ...(papers === null ? [] : [requirePapers(tx, { ...entry, partyNo: entry.partyNo ?? 0 })]),
        ],
      },
    })
  })
}

import type { task } from '@moqi/api/task'
import { chosenOf } from '@moqi/api/wire/choice'
import { findEntry, requireEntry } from '#src/cores/contract/entry.ts'
import { requirePapers } from '#src/cores/contract/paper-demands.ts'
import { spaceSeals, usableSeals } from '#src/cores/seal/usable-seals.ts'
import { intentOf } from '#src/cores/signer/make-intent.ts'
import { checkSignable, readSignable } from '#src/cores/signer/sign-check.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { signerOf } from '#src/cores/signer/signer.ts'
import { stamp } from '#src/cores/signer/stamp.ts'
import { findWill, spendWill, willHashOf } from '#src/cores/signer/will.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'

type Sign = typeof task.sign

/** Signs (checklist C62): makes an intent of the proof of will and the choices, and carries it out at once. */
export const sign: Handler<Sign> = async (deps, member, input) => {
  const token = willHashOf(deps, input.authToken)
  const [found, owned, will] = await deps.db.read(member.tenantId, (own) =>
    Promise.all([findEntry(own, member, input.signId), spaceSeals(own, member), findWill(deps, own, member, token)]),
  )
  const entry = found ?? (await requireEntry(deps, member, input.signId))
  const signer = signerOf(member)
  return inTurn(entry.contractId, async () => {
    const [signable, documents] = await deps.db.read(entry.homeTenantId, (home) =>
      Promise.all([readSignable(home, entry), openDocuments(home, entry)]),
    )
    const seals = usableSeals(owned, signable.contract, deps.now())
    checkSignable(deps, signer, signable, seals)
    const intent = await intentOf(
      deps,
      { signId: input.signId, chosen: chosenOf(input.positionArray), reading: input.reading ?? null, amount: null },
      { space: signer.space, signable, seals, will },
    )
    const { signId, consent } = intent
    return stamp(
      deps,
      signer,
      intent,
      { entry, signable, documents, seals },
      {
        atHome: (tx) => [
          spendWill(tx, signer, { tokenHash: token, signId, consent }),
          ...(signable.papers === null ? [] : [requirePapers(tx, { ...entry, partyNo: entry.partyNo ?? 0 })]),
        ],
      },
    )
  })
}

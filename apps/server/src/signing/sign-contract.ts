import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { findEntry, requireEntry } from '#src/platform/contract-store/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import { HeadMoved } from '#src/platform/documents/move-head.ts'
import { type Filled, fillAreas } from './chosen-images.ts'
import { commitSignature } from './commit-signature.ts'
import { electronicSeals } from './electronic-seals.ts'
import { checkSignable, readSignable } from './sign-check.ts'
import { sealUses } from './signature-record.ts'
import { openDocuments, signFiles } from './sign-files.ts'
import { usableSeals } from './usable-seals.ts'
import { provedWill } from './will-auth.ts'

type Sign = typeof task.sign

/** A race is lost only to another party's finished signature, so this many losses cannot happen to one contract. */
const attempts = 60

/**
 * Signs (checklist C62): checks who, turn, will and choice; appends one increment a file; then commits it all in one
 * transaction, provided each document is still what was signed. Losing a race repeats the increment, never the person.
 */
export async function sign(deps: Deps, member: Member, input: Input<Sign>): Promise<Output<Sign>> {
  const [found, seals, willMethod] = await deps.db.read(member.tenantId, (own) =>
    Promise.all([
      findEntry(own, member, input.signId),
      usableSeals(own, member),
      provedWill(own, deps.now(), member, input),
    ]),
  )
  const entry = found ?? (await requireEntry(deps, member, input.signId))
  const { kind, name } = member.space
  const key = await deps.authority.signerKey({ tenantId: member.tenantId, kind, name })
  return inTurn(entry.contractId, async () => {
    const [signable, documents] = await deps.db.read(entry.homeTenantId, (home) =>
      Promise.all([readSignable(home, entry), openDocuments(home, entry)]),
    )
    checkSignable(deps, member, signable, seals)
    if (!willMethod) throw new Refusal('will-auth/required')
    const filled = await fillAreas(deps, seals, signable.areas, input.positionArray)
    const record = { uses: sealUses(signable.areas, seals, input.positionArray), key, willMethod }
    const electronic = await electronicSeals(deps, member, key, sealIdsOf(filled))
    for (let attempt = 1, open = documents; ; attempt++) {
      const signed = await signFiles(deps, open, { key, signerName: name, filled, seals: electronic })
      try {
        return await commitSignature(deps, member, entry, { signed, authToken: input.authToken, record })
      } catch (error) {
        if (!(error instanceof HeadMoved) || attempt >= attempts) throw error
        open = await deps.db.read(entry.homeTenantId, (home) => openDocuments(home, entry))
      }
    }
  })
}

const sealIdsOf = (filled: Filled[]) => [
  ...new Set(filled.flatMap((one) => ('image' in one && one.sealId !== null ? [one.sealId] : []))),
]

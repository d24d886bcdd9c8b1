import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import type { Member } from '#src/platform/actor.ts'
import { requireEntry } from '#src/platform/contract-store/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fillAreas } from './chosen-images.ts'
import { commitSignature, HeadMoved } from './commit-signature.ts'
import { inTurn } from './document-queue.ts'
import { readiness } from './sign-check.ts'
import { signFiles } from './sign-files.ts'
import { checkWill } from './will-auth.ts'

type Sign = typeof task.sign

/** A race is lost only to another party's finished signature, so this many losses cannot happen to one contract. */
const attempts = 60

/**
 * Signs (checklist C62): checks who, turn, will and choice; appends one increment a file; then commits it all in one
 * transaction, provided each document is still what was signed. Losing a race repeats the increment, never the person.
 */
export async function sign(deps: Deps, member: Member, input: Input<Sign>): Promise<Output<Sign>> {
  const entry = await requireEntry(deps, member, input.signId)
  const ready = await readiness(deps, member, entry)
  await checkWill(deps, member, input.signId, input.authToken)
  const filled = await fillAreas(deps, member, ready.areas, input.positionArray)
  const { kind, name } = member.space
  const key = await deps.authority.signerKey({ tenantId: member.tenantId, kind, name })
  return inTurn(entry.contractId, async () => {
    for (let attempt = 1; ; attempt++) {
      const signed = await signFiles(deps, entry, { key, signerName: name, filled })
      try {
        return await commitSignature(deps, member, entry, { signed, authToken: input.authToken })
      } catch (error) {
        if (!(error instanceof HeadMoved) || attempt >= attempts) throw error
      }
    }
  })
}

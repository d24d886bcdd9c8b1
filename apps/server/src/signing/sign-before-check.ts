import type { task } from '@moqi/api/task'
import { willAsked } from '@moqi/api/wire/will'
import { flagOf } from '@moqi/api/wire/flag'
import { missingPapersText } from '@moqi/domain/contract/paper-demand'
import { unknownFlagsText } from '@moqi/domain/lending/lending-texts'
import { Refusal } from '@moqi/domain/refusal'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { missingOf } from '#src/cores/contract/paper-demands.ts'
import { demandOn } from '#src/cores/signer/make-intent.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import { checkSignable } from '#src/cores/signer/sign-check.ts'
import type { Handler } from '#src/platform/handlers.ts'

/**
 * Whether the actor may sign now, by what proof of will, and if not, why, in words (checklist C54, V4). What must be
 * handed in first is handed in where one signs, so it is said and holds up nothing here; what must be known first is
 * read there too, before the will is asked for.
 */
export const signBeforeCheck: Handler<typeof task.signBeforeCheck> = async (deps, member, input) => {
  try {
    const entry = await requireEntry(deps, member, input.signId)
    const { signable, seals } = await signableWithSeals(deps, member, entry)
    checkSignable(deps, member, signable, seals)
    const willDemand = willAsked(demandOn(signable, member.space, input.amount ?? null))
    const signBeforeCheckInfo = missingPapersText(missingOf(signable.papers)) ?? ''
    return { signBeforeCheck: 1, signBeforeCheckInfo, willDemand }
  } catch (error) {
    const text = error instanceof Refusal ? signableText(error) : null
    if (text === null) throw error
    return { signBeforeCheck: flagOf(text === unknownFlagsText), signBeforeCheckInfo: text, willDemand: null }
  }
}

/** Why a contract of the actor's cannot be signed here and now, in words; null for any other refusal. */
export function signableText({ code, detail }: Refusal): string | null {
  if (code === 'contract/other-space') return `当前空间与签署方不一致，请切换到${String(detail.space)}后签署`
  return code === 'contract/not-signable' ? String(detail.message) : null
}

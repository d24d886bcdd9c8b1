import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import { handwritingLifecycle } from '@moqi/domain/seals/handwriting-lifecycle'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { waiting } from '#src/platform/timers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { decryptImage, ownHandwriting, stateAt } from './handwriting.ts'

/** How long an answer may wait for news, ms (checklist C43). */
const longestWaitMs = 20_000

/**
 * How far a signature asked of a phone has come, and the picture once it is there (checklist C43). Answers at once when
 * that is other than the caller knows, else as soon as it changes, and in 20 s at the latest.
 */
export const keepAskingHandwrite: Handler<typeof seal.keepAskingHandwrite> = async (
  deps,
  member,
  { handwriteSealId, handwriteState: known },
) => {
  if (!isUuid(handwriteSealId)) throw new Refusal('handwriting/dead')
  const read = () => deps.db.read(member.tenantId, (own) => ownHandwriting(own, member, handwriteSealId))
  const change = hearing(deps, handwriteSealId)
  try {
    let row = await read()
    if (stateAt(row, deps.now()) === known && !handwritingLifecycle.isEnd(known)) {
      const wait = waiting(Math.min(longestWaitMs, row.expires_at - deps.now()))
      await Promise.race([change.heard, wait.over])
      wait.stop()
      row = await read()
    }
    const png = decryptImage(deps, row)
    return {
      handwriteState: stateAt(row, deps.now()),
      ...(png && { handwriteBase64: `data:image/png;base64,${png.toString('base64')}` }),
    }
  } finally {
    change.stop()
  }
}

/** Hears of the signature from now on, and when something may have gone unheard. */
function hearing({ events }: Pick<Deps, 'events'>, handwritingId: string) {
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const stop = events.listen({
    hear: (event) => event.about === 'handwriting' && event.handwritingId === handwritingId && resolve(),
    lost: resolve,
  })
  return { heard, stop }
}

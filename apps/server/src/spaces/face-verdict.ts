import type { face } from '@moqi/api/face'
import { faceLifecycle, faceTimedOut } from '@moqi/domain/identity/face-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { openPersonAuth } from '#src/cores/identity/person-auth.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { FaceOutcome } from '#src/platform/gateways/identity/face-gateway.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { askRegistry } from './ask-registry.ts'
import { faceByAuth, faceOf, type FaceRow, forgotten, moveFace, ownFace, runningFace } from './face-row.ts'
import { triesLeft } from './face-tries.ts'
import { endPersonAuth, phoneOf } from './person-verdict.ts'

type Calls = typeof face
type Ended = Exclude<FaceOutcome, { is: 'running' }> | { is: 'cancelled' }

/** How long a verification that nobody comes back from is left before the gateway is asked, ms. */
export const followMs = 60_000
const overtaken = '本次核验已终止，请重新认证'
const otherWay = '您已取消刷脸，可以重新认证'

/** What the phone comes back to, as the gateway says, who alone is believed (checklist R54). Repeats find it ended. */
export const askFace: Handler<Calls['askFace']> = async (deps, _phone, { authid }) => {
  const found = await faceByAuth(deps, authid)
  const row = await settled(deps, found, await askRegistry(outcomeOf(deps, found)))
  return { faceState: row.state, reason: row.reason, triesLeft: await triesLeft(deps, row.tenant_id) }
}

/** The demonstration's own gateway alone: the camera's step was played. What comes of it is asked as of any other. */
export const playFace: Handler<Calls['playFace']> = async (deps, _phone, { authid }) => {
  const play = deps.identity.face?.play
  if (!play) throw new Refusal('face/dead')
  const found = await faceByAuth(deps, authid)
  return deps.db.write(found.tenant_id, async (tx) => {
    const row = await faceOf(tx, found)
    if (row?.state !== 'running' || row.auth_id !== authid || row.gateway_id === null) throw new Refusal('face/dead')
    await moveFace(tx, row, { state: row.state, gateway_id: play(row.gateway_id) })
    return { faceState: row.state }
  })
}

/**
 * Sees to it that a verification ends although nobody comes back: one that runs is asked for, until its time is over;
 * one that was not begun expires. Whose face it was is then forgotten. A repeat finds it ended.
 */
export async function followFace(
  deps: Deps,
  { tenantId, faceId }: { tenantId: string; faceId: string },
): Promise<void> {
  const place = { tenant_id: tenantId, face_id: faceId }
  const found = await deps.db.write(tenantId, (tx) => faceOf(tx, place))
  if (!found || faceLifecycle.isEnd(found.state)) return
  const row = await settled(deps, found, await latestOutcome(deps, found))
  if (faceLifecycle.isEnd(row.state)) return
  await deps.db.write(tenantId, async (tx) => {
    const now = await faceOf(tx, place)
    if (!now || faceLifecycle.isEnd(now.state)) return
    const left = now.expires_at - deps.now()
    if (now.state !== 'running' && left <= 0) return void (await lapsed(tx, now))
    const delayMs = now.state === 'running' ? followMs : left
    await enqueue(tx, 'followFace', { tenantId, faceId }, { delayMs, key: `face ${faceId}` })
  })
}

/** One that failed stays so; any other that was never begun expires. */
const lapsed = (tx: Db, row: FaceRow): Promise<FaceRow> =>
  moveFace(tx, row, {
    ...forgotten,
    state: faceLifecycle.can(row.state, 'expire') ? faceLifecycle.after(row.state, 'expire') : row.state,
  })

/** As `outcomeOf`; a gateway that is away beyond the time limit has lost it. */
async function latestOutcome(deps: Deps, row: FaceRow): Promise<FaceOutcome> {
  try {
    return await outcomeOf(deps, row)
  } catch (error) {
    if (error instanceof GatewayFault && row.expires_at <= deps.now()) return { is: 'expired' }
    throw error
  }
}

/** What the gateway says of one that runs; one it has not finished in time is over. */
async function outcomeOf({ identity, now }: Deps, { state, gateway_id, expires_at }: FaceRow): Promise<FaceOutcome> {
  if (state !== 'running') return { is: 'running' }
  const outcome = gateway_id === null || !identity.face ? null : await identity.face.outcome(gateway_id)
  if (outcome && outcome.is !== 'running') return outcome
  return expires_at <= now() ? { is: 'expired' } : { is: 'running' }
}

/** Ends it by that outcome, once: whoever comes second, or for an authentication before this one, finds it ended. */
async function settled(deps: Deps, asked: FaceRow, outcome: FaceOutcome): Promise<FaceRow> {
  if (outcome.is === 'running') return asked
  return deps.db.write(asked.tenant_id, async (tx) => {
    await lockPhones(tx, [await phoneOf(tx, asked.account_id)])
    const row = await faceOf(tx, asked)
    if (row?.state !== 'running' || row.auth_id !== asked.auth_id) return row ?? asked
    return ended(deps, tx, row, outcome)
  })
}

const events = { passed: 'pass', failed: 'fail', expired: 'expire', cancelled: 'cancel' } as const
const reasonOf = (end: Ended): string | null =>
  end.is === 'failed' ? end.reason : { passed: null, expired: faceTimedOut, cancelled: otherWay }[end.is]

/** Ends the verification and the authentication of it, whose phone is locked. Only what failed costs a try. */
async function ended(deps: Deps, tx: Db, row: FaceRow, outcome: Ended): Promise<FaceRow> {
  const authentication = row.auth_id === null ? undefined : await openPersonAuth(tx, row.auth_id)
  // One that was ended otherwise meanwhile has authenticated nobody, whatever the gateway has seen.
  const end: Ended = authentication ? outcome : { is: 'cancelled' }
  const reason = authentication ? reasonOf(end) : overtaken
  if (authentication) await endPersonAuth(deps, tx, authentication, reason, end.is !== 'passed' && end.is !== 'failed')
  const kept = end.is === 'failed' ? { sealed_address: null, gateway_id: null } : forgotten
  return moveFace(tx, row, { ...kept, state: faceLifecycle.after(row.state, events[end.is]), reason })
}

type Own = { tenantId: string; accountId: string; phone: string }

/** Cancels the account's own, whether it runs or not; answers how it stands where it has ended. Throws `face/dead`. */
export async function cancelled(deps: Deps, tx: Db, own: Own, faceId: string | undefined): Promise<FaceRow> {
  await lockPhones(tx, [own.phone])
  const found = faceId === undefined ? await runningFace(tx, own) : await ownFace(tx, own, faceId)
  const row = (await faceOf(tx, found)) ?? found
  if (!faceLifecycle.can(row.state, 'cancel')) return row
  return row.state === 'running'
    ? ended(deps, tx, row, { is: 'cancelled' })
    : moveFace(tx, row, { ...forgotten, state: faceLifecycle.after(row.state, 'cancel') })
}

import type { face } from '@moqi/api/face'
import { identityConsents } from '@moqi/domain/account/agreements'
import { faceCodeMs, faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { dayMs, shanghaiDate } from '@moqi/domain/time/civil-date'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { requireReturned } from '#src/cores/identity/person-auth.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { shortToken } from '#src/platform/short-token.ts'
import { refuseSomebodyElse } from './change-person-info.ts'
import { forgotten, moveFace, ownFace, sealFor, stateAt, ticketHash } from './face-row.ts'
import { refuseSpentFaces, triesLeft } from './face-tries.ts'
import { cancelled } from './face-verdict.ts'
import { factorsOf, proofOf, refuseSpent } from './person-authentication.ts'

type Calls = typeof face

/** Letters and digits of a ticket: 128 bits, and a code that a cheap camera still reads. */
const ticketLength = 22

/**
 * Asks a phone for the face of whoever somebody says to be: a link, and a code of it (checklist R20). Nothing is asked
 * of anybody before the phone agrees. What the account asked for before and did not use is over.
 */
export const startFace: Handler<Calls['startFace']> = async (deps, person, { realName, idNumber, ...input }) => {
  if (!deps.identity.face) throw new Refusal('face/off')
  const whose = factorsOf(person, typed(realName, idNumber), shanghaiDate(deps.now()))
  const { tenantId, authStatus } = personalSpace(person)
  const isChange = input.isChange === 1
  personAuthLifecycle.after(authStatus, isChange ? 'changeInfo' : 'submit')
  await deps.db.directory(async (tx) => {
    await refuseSpent(deps, tx, tenantId)
    await refuseSpentFaces(deps, tx, tenantId)
    const proof = proofOf(deps, tenantId, whose)
    await (isChange ? refuseSomebodyElse(tx, tenantId, proof) : requireReturned(tx, tenantId, proof))
    await recordConsent(deps, tx, person, person.accountId, identityConsents)
  })
  const faceId = deps.newId()
  const ticket = shortToken(deps, ticketLength)
  const expiresAt = deps.now() + faceCodeMs
  await deps.db.write(tenantId, async (tx) => {
    await cancelFormer(tx, person, tenantId)
    await tx
      .insertInto('face_verification')
      .values({
        tenant_id: tenantId,
        face_id: faceId,
        account_id: person.accountId,
        state: faceLifecycle.initial,
        is_change: isChange,
        sealed_person: sealFor(
          deps,
          ticket,
          faceId,
          JSON.stringify({ realName: whose.realName, idNumber: whose.idNumber }),
        ),
        expires_at: expiresAt,
      })
      .execute()
    await tx
      .insertInto('face_ticket')
      // The row has the last word on when it is over.
      .values({
        ticket_hash: ticketHash(deps, ticket),
        tenant_id: tenantId,
        face_id: faceId,
        expires_at: deps.now() + dayMs,
      })
      .execute()
    await enqueue(tx, 'followFace', { tenantId, faceId }, { delayMs: faceCodeMs, key: `face ${faceId}` })
  })
  const faceLink = `${deps.config.publicUrl}/home/face?ticket=${ticket}`
  return { faceId, faceLink, qrcode: drawQrCode(faceLink), expireTime: expiresAt }
}

const typed = (realName: string, idNumber: string) =>
  ({ realName, idNumber, authWay: 'twoFactors', agree: 1, certificateAgree: 1 }) as const

async function cancelFormer(tx: Db, { accountId }: Person, tenantId: string): Promise<void> {
  const former = await tx
    .selectFrom('face_verification')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .execute()
  // One that runs has the space: nothing begins beside it.
  for (const row of former.filter(({ state }) => state !== 'running' && faceLifecycle.can(state, 'cancel')))
    await moveFace(tx, row, { ...forgotten, state: faceLifecycle.after(row.state, 'cancel') })
}

/** How far the phone has come, for the page that shows the code. */
export const getFace: Handler<Calls['getFace']> = async (deps, person, { faceId }) => {
  const { tenantId } = personalSpace(person)
  const row = await deps.db.read(tenantId, (own) => ownFace(own, { tenantId, accountId: person.accountId }, faceId))
  const { device, scanned_at: scanTime, reason, expires_at: expireTime } = row
  const faceState = stateAt(row, deps.now())
  return { faceState, device, scanTime, reason, expireTime, triesLeft: await triesLeft(deps, tenantId) }
}

/**
 * The person takes another way, or another code: the phone goes on nowhere, and what the gateway says late changes
 * nothing. A repeat, and one that has ended, answer how it stands.
 */
export const cancelFace: Handler<Calls['cancelFace']> = async (deps, person, { faceId }) => {
  const { tenantId } = personalSpace(person)
  return deps.db.write(tenantId, async (tx) => {
    const { state } = await cancelled(deps, tx, { tenantId, accountId: person.accountId, phone: person.phone }, faceId)
    return { faceState: state }
  })
}

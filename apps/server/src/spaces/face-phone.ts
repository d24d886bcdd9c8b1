import type { face } from '@moqi/api/face'
import { faceConsent } from '@moqi/domain/account/agreements'
import { agentName } from '@moqi/domain/account/agent-name'
import { faceLifecycle, faceStepMs } from '@moqi/domain/identity/face-lifecycle'
import { maskIdNumber } from '@moqi/domain/identity/id-number'
import { maskName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { beginPersonAuth } from '#src/cores/identity/person-auth.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { askRegistry } from './ask-registry.ts'
import { refuseSomebodyElse } from './change-person-info.ts'
import {
  type FaceRow,
  moveFace,
  openAddress,
  openWhose,
  phoneHash,
  requirePhone,
  sealFor,
  withFaceTicket,
} from './face-row.ts'
import { refuseSpentFaces } from './face-tries.ts'
import { followMs } from './face-verdict.ts'
import { moveCompanies } from './operator-steps.ts'
import { proofOf, refuseSpent } from './person-authentication.ts'
import { phoneOf } from './person-verdict.ts'

type Calls = typeof face

/**
 * Says that a phone has opened the link, and tells it whose face is asked for until when. The first one is the phone:
 * whoever else has the code goes on nowhere.
 */
export const faceScanned: Handler<Calls['faceScanned']> = (deps, phone, { ticket, phoneKey }) =>
  withFaceTicket(deps, ticket, async (tx, found) => {
    requirePhone(found, phoneKey)
    const { realName, idNumber } = openWhose(deps, ticket, found)
    const state = faceLifecycle.after(found.state, 'scan')
    const row =
      state === found.state
        ? found
        : await moveFace(tx, found, {
            state,
            phone_hash: phoneHash(phoneKey),
            device: agentName(phone.userAgent).name,
            scanned_at: deps.now(),
            expires_at: deps.now() + faceStepMs,
          })
    return {
      faceState: row.state,
      realName: maskName(realName),
      idNumber: maskIdNumber(idNumber),
      reason: row.reason,
      expireTime: row.expires_at,
      isChange: row.is_change ? 1 : 0,
      isTrial: deps.identity.face?.play ? 1 : 0,
    }
  })

/**
 * The phone's holder agrees, which is on record before anybody is asked; then the gateway makes it ready, and what
 * begins is an authentication of its own. A gateway that is away costs nothing (`service/unavailable`). Asked again
 * while one runs, it answers that one's address.
 */
export const beginFace: Handler<Calls['beginFace']> = async (deps, phone, { ticket, phoneKey }) => {
  const { face } = deps.identity
  if (!face) throw new Refusal('face/off')
  const begun = await withFaceTicket(deps, ticket, async (tx, row) => {
    requirePhone(row, phoneKey)
    if (row.state === 'running') return { is: 'running', address: openAddress(deps, ticket, row) } as const
    faceLifecycle.after(row.state, 'begin')
    await refuseSpent(deps, tx, row.tenant_id)
    await refuseSpentFaces(deps, tx, row.tenant_id)
    await recordConsent(deps, tx, phone, row.account_id, [faceConsent])
    return { is: 'ready', whose: openWhose(deps, ticket, row) } as const
  })
  if (begun.is === 'running') return { address: begun.address ?? '' }
  const { whose } = begun
  const authId = deps.newId()
  const returnUrl = `${deps.config.publicUrl}/home/open/personAuth/authSuccess?authid=${authId}`
  const answer = await askRegistry(face.begin({ authId, ...whose, returnUrl, userAgent: phone.userAgent }))
  if (answer.is === 'refused') throw new Refusal('identity/rejected', { message: answer.reason })
  return withFaceTicket(deps, ticket, async (tx, row) => {
    const running = openAddress(deps, ticket, row)
    if (row.state === 'running' && running !== null) return { address: running }
    const { gatewayId, address } = answer
    await begin(deps, tx, row, { authId, whose })
    await moveFace(tx, row, {
      state: faceLifecycle.after(row.state, 'begin'),
      auth_id: authId,
      gateway_id: gatewayId,
      sealed_address: sealFor(deps, ticket, row.face_id, address),
      reason: null,
      expires_at: deps.now() + faceStepMs,
    })
    const job = { tenantId: row.tenant_id, faceId: row.face_id }
    await enqueue(tx, 'followFace', job, { delayMs: followMs, key: `face ${row.face_id}` })
    return { address }
  })
}

type Begun = { authId: string; whose: { realName: string; idNumber: string } }

/** Begins the authentication, in the same turn as every other of that person. */
async function begin(
  deps: Deps,
  tx: Db,
  { tenant_id: tenantId, account_id: accountId, is_change: isChange }: FaceRow,
  { authId, whose }: Begun,
): Promise<void> {
  await lockPhones(tx, [await phoneOf(tx, accountId)])
  await refuseSpent(deps, tx, tenantId)
  const { auth_status: authStatus } = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('auth_status')
    .executeTakeFirstOrThrow()
  const proof = proofOf(deps, tenantId, whose)
  if (isChange) await refuseSomebodyElse(tx, tenantId, proof)
  await beginPersonAuth(deps, tx, { tenantId, accountId, authStatus }, { authId, authWay: 'face', proof, isChange })
  if (!isChange) await moveCompanies(deps, tx, accountId, { is: 'begun' })
}

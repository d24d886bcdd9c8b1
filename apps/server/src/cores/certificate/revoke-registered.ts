import { type Revocation, revocationReasons, revocationText, serialText } from '@moqi/domain/operators/certificate'
import { Refusal } from '@moqi/domain/refusal'
import type { RevocationReason } from '@moqi/trust/certificates/revocation-list'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { addPlatformLog } from '#src/cores/operator/platform-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import { issuerOf } from '#src/platform/authority/certificate-holder.ts'
import type { RegisteredCertificate } from '#src/platform/authority/certificate-register.ts'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { isUuid } from '#src/platform/uuid.ts'

type Revoking = Parameters<typeof notify>[0] & Pick<Deps, 'now' | 'newId'>
type Why = {
  code: RevocationReason
  /** The code in words. */
  label: string
  reason: string
}
/** Who revokes: an operator, or null for whoever sits at the server. */
type By = { operatorId: string; operatorName: string } | null

/**
 * The one door by which a registered certificate is revoked: lists and OCSP say so within a minute, its space reads it
 * in the platform's log and its administrators are told. False when that was done before. Runs in its tenant.
 */
export async function revokeRegistered(
  deps: Revoking,
  tx: Db,
  certificate: RegisteredCertificate,
  { code, label, reason }: Why,
  by: By,
): Promise<boolean> {
  const { serial, tenant_id: tenantId } = certificate
  const issuer = await issuerOf(tx, certificate)
  const isNew = await revokeCertificate(tx, {
    serial,
    issuer,
    reason: code,
    at: deps.now(),
    note: reason,
    by: by?.operatorName ?? '命令行',
  })
  if (!isNew) return false
  const detail = `序列号${serialText(serial)}，${label}。原因：${reason}`
  const operatorId = by?.operatorId ?? null
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'revokeCertificate', detail })
  await tellAdministrators(deps, tx, certificate, reason)
  return true
}

async function tellAdministrators(
  deps: Revoking,
  tx: Db,
  { tenant_id: tenantId, serial }: RegisteredCertificate,
  reason: string,
): Promise<void> {
  const space = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['kind', 'name'])
    .executeTakeFirst()
  const administrators = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  const facts = { company: space?.kind === 'company' ? space.name : null, serial: serialText(serial), reason }
  for (const { account_id: accountId } of administrators) {
    await notify(deps, tx, { kind: 'certificateRevoked', to: { accountId, tenantId }, facts })
  }
}

type Agreed = { revocation: Revocation; reason: string }

/**
 * Revokes as an operator wants it, alone or as the second; the operators' record says so. Throws `certificate/revoked`.
 * Runs in the certificate's tenant.
 */
export async function revokeAsAgreed(
  deps: Deps,
  tx: Db,
  { operatorId, operatorName, address }: Operator,
  { revocation, reason }: Agreed,
): Promise<void> {
  const certificate = await requireCertificate(tx, revocation.certificateId)
  const why = { code: revocation.code, label: labelOf(revocation), reason }
  const isNew = await revokeRegistered(deps, tx, certificate, why, { operatorId, operatorName })
  if (!isNew) throw new Refusal('certificate/revoked')
  const detail = `${certificate.subject_name}　${revocationText(revocation)}　${reason}`
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'revokeCertificate', detail })
}

const labelOf = ({ code }: Revocation): string => revocationReasons[code]

/** A registered certificate by its id. Throws `certificate/not-found`. */
export async function requireCertificate(directory: Db, certificateId: string): Promise<RegisteredCertificate> {
  const row = isUuid(certificateId)
    ? await directory
        .selectFrom('certificate_register')
        .where('certificate_id', '=', certificateId)
        .selectAll()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('certificate/not-found')
  return row
}

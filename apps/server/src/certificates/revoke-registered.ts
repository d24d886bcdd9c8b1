import type { operatorCertificate } from '@moqi/api/operator-certificate'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkLastFour, type Revocation, revocationText } from '@moqi/domain/operators/certificate'
import { Refusal } from '@moqi/domain/refusal'
import { requireCertificate, revokeAsAgreed } from '#src/cores/certificate/revoke-registered.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { propose } from '#src/cores/operator/proposal.ts'
import { issuerOf } from '#src/platform/authority/certificate-holder.ts'
import { isRevokedHere } from '#src/platform/authority/revoke-certificate.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { usesOf } from './uses-of.ts'

type Calls = typeof operatorCertificate

/** What revoking a certificate would touch, in numbers. */
export const weighRevocation: Handler<Calls['weighRevocation']> = async (deps, _operator, { certificateId }) => {
  const certificate = await deps.db.directory((directory) => requireCertificate(directory, certificateId))
  const isRevoked = await deps.db.directory((directory) => isRevokedHere(directory, certificate.serial))
  const issuer = await deps.db.read(certificate.tenant_id, (tenant) => issuerOf(tenant, certificate))
  const { contractNumber, runningNumber, waitingNumber, sealNumber } = await usesOf(deps, certificate)
  return {
    needsSecond: deps.config.revokers === 2 ? 1 : 0,
    isListed: issuer === null ? 0 : 1,
    isRevoked: isRevoked ? 1 : 0,
    contractNumber,
    runningNumber,
    waitingNumber,
    sealNumber,
  }
}

/** Revokes a certificate for good, at once or by a second operator's word. */
export const revokeRegistered: Handler<Calls['revokeRegistered']> = async (deps, operator, input) => {
  const { operatorId, address } = operator
  const certificate = await deps.db.directory((directory) => requireCertificate(directory, input.certificateId))
  const { serial, tenant_id: tenantId, certificate_id: certificateId, subject_name } = certificate
  const reason = fieldOf('reason', checkReason(input.reason))
  fieldOf('lastFour', checkLastFour(serial, input.lastFour))
  const revocation: Revocation = { certificateId, serial, code: input.revocationReason }
  return deps.db.write(tenantId, async (tx) => {
    if (await isRevokedHere(tx, serial)) throw new Refusal('certificate/revoked')
    if (deps.config.revokers === 1) {
      await revokeAsAgreed(deps, tx, operator, { revocation, reason })
      return { isDone: 1 }
    }
    await propose(deps, tx, operatorId, { tenantId, kind: 'revoke', reason, details: revocation })
    const detail = `${subject_name}　吊销证书，${revocationText(revocation)}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail })
    return { isDone: 0 }
  })
}

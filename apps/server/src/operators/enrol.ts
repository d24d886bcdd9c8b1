import type { operator } from '@moqi/api/operator'
import { beginEnrolment, endEnrolment } from '#src/cores/operator/enrol-operator.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireOperators } from './require-operators.ts'

/** An operator's password, for the code of `npm run operator`; answers what the authenticator is to be given. */
export const beginOperatorEnrolment: Handler<typeof operator.beginOperatorEnrolment> = async (deps, _caller, input) => {
  requireOperators(deps)
  const { name, secret } = await deps.db.directoryWrite((tx) => beginEnrolment(deps, tx, input))
  const issuer = deps.config.brand
  const label = encodeURIComponent(`${issuer}:${name}`)
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  const otpauth = `otpauth://totp/${label}?${query.toString()}`
  return { secret, otpauth, qrcode: drawQrCode(otpauth) }
}

/** The authenticator's first code ends the enrolment and signs in. */
export const endOperatorEnrolment: Handler<typeof operator.endOperatorEnrolment> = async (deps, caller, input) => {
  requireOperators(deps)
  const { recoveryCodes, ...session } = await deps.db.directoryWrite((tx) => endEnrolment(deps, tx, caller, input))
  return { ...session, recoveryCodeArray: recoveryCodes }
}

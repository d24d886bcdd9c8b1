import { addOperator } from '#src/cores/operator/keep-operators.ts'
import { totpCode, totpStep } from '#src/platform/keys/totp.ts'
import type { TestServer } from './test-server.ts'

/** The password of every operator of a test. */
export const operatorPassword = 'Moqi@2026'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator shows at that time (ms) for a secret as people type it. */
export function shownCode(secret: string, at: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return totpCode(Buffer.from(bytes), totpStep(at))
}

/** An operator with an authenticator, signed in. */
export async function enrolled(server: TestServer, name: string) {
  const enrolCode = (await server.deps.db.directoryWrite((tx) => addOperator(server.deps, tx, name))) ?? ''
  const { data: begun } = await server.call('beginOperatorEnrolment', { name, enrolCode, password: operatorPassword })
  const code = shownCode(begun.secret, server.deps.now())
  const { data } = await server.call('endOperatorEnrolment', { name, enrolCode, code })
  return { name, enrolCode, secret: begun.secret, token: data.token, recoveryCodes: data.recoveryCodeArray }
}

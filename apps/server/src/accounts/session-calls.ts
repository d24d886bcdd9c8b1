import type { authentication } from '@moqi/api/authentication'
import type { Output } from '@moqi/api/call'
import type { Caller, Person } from '#src/platform/actor.ts'
import { endSession, sessionHashOf } from '#src/cores/identity/session.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Ends the session; with a dead token there is nothing to end and that is fine (checklist C11). */
export async function logout(deps: Pick<Deps, 'db' | 'derivationKey'>, { token }: Caller): Promise<null> {
  if (token) {
    await deps.db.directoryWrite((tx) => endSession(tx, sessionHashOf(deps, token)))
  }
  return null
}

/** Answers only while the session lives: a dead one is refused before it gets here (checklist C30). */
export async function inspectTokenExpired(
  _deps: unknown,
  { expireTime }: Person,
): Promise<Output<typeof authentication.inspectTokenExpired>> {
  return { expired: 0, expireTime }
}

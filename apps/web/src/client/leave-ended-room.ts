import { type CallEnding, consequenceOf } from './call-ending.ts'
import { CallFailure } from './call-error.ts'
import type { CallRoute } from './call-route.ts'
import { endOperatorSession } from './operator-session.ts'

/** Who runs the platform signs in again on a page of their own; a space's session in this browser stays as it is. */
export function leaveEndedRoom({ access, success }: Pick<CallRoute, 'access' | 'success'>, ending: CallEnding): void {
  if (access !== 'operator' || consequenceOf(ending, success).do !== 'sign-in-again') return
  endOperatorSession({ asked: false })
  location.reload()
  throw new CallFailure('the session has ended')
}

import { leaveFor } from '../router/leave.ts'
import { ask } from '../ui/ask-store.ts'
import { error } from '../ui/toast-store.ts'
import { CallFailure, CallRefusal } from './call-error.ts'
import { message } from './message.ts'
import { endSession } from './session.ts'
import { isVisit, useVisit } from './visit.ts'
import { consequenceOf, type CallEnding, type Envelope } from './call-ending.ts'

let asking = false

/** One dialog however many answers say that the session has expired (checklist X1). */
async function signInAgain() {
  if (asking) return
  asking = true
  const text = message('Login status has expired, please log in again')
  await ask({ title: message('System prompt'), text, confirm: message('Log in again'), insistent: true })
  endSession({ keepConfig: true })
  location.reload()
}

/** A visit does not sign in: who opened the page opens it again. */
function expired() {
  if (isVisit()) useVisit.setState(({ ended }) => ({ ended: ended ?? 'expired' }))
  else void signInAgain()
}

/**
 * Does what follows from how a call ended and answers the envelope of a success. Throws `CallRefusal` for the server's
 * "no" and `CallFailure` for everything else. `quiet` leaves error notifications out.
 */
export function settleCall<Data>(ending: CallEnding<Data>, success: number | string, quiet = false): Envelope<Data> {
  const consequence = consequenceOf(ending, success)
  const envelope = typeof ending === 'object' ? ending.envelope : null
  if (consequence.do === 'deliver' && envelope) return envelope
  if (consequence.do === 'refuse' && envelope) throw new CallRefusal(envelope)
  if (consequence.do === 'sign-in-again') expired()
  if (consequence.do === 'go-to-401') leaveFor('/401')
  if (consequence.do === 'notify' && !quiet) error(message(consequence.message))
  throw new CallFailure(typeof ending === 'object' ? `HTTP ${ending.status}` : ending)
}

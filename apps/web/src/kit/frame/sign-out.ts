import { onlineManager } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { dropDrafts } from '../../client/form-drafts.ts'
import { message } from '../../client/message.ts'
import { queryClient } from '../../client/query-client.ts'
import { endSession } from '../../client/session.ts'
import { ask } from '../../ui/ask-store.ts'

/**
 * Asks, tells the server, forgets the session and reloads; a failed call is shown, the session goes all the same (S22,
 * S23).
 */
export async function signOut() {
  const sure = await ask({
    title: message('System prompt'),
    text: message('Are you sure you want to exit the system?'),
    confirm: message('Confirm'),
    cancel: message('Cancel'),
  })
  if (!sure) return
  dropDrafts()
  // The page goes: what it would still read, and hear of, is refused once the session has ended.
  onlineManager.setOnline(false)
  void queryClient.cancelQueries()
  try {
    await call('logout', {})
    endSession()
    location.reload()
  } catch (fault) {
    endSession({ keepConfig: true })
    showRefusal(fault)
    // The error message is read before the page goes; the guard then leads to /login.
    setTimeout(() => location.reload(), 2500)
  }
}

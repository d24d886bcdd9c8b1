import { useEffect } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'

/** Shows the server's "no" to whoever asks for their spaces (checklist C79). */
export const useShownRefusal = (error: Error | null) => useEffect(() => showRefusal(error), [error])

/** Why the spaces, or the session's state, could not be read: in the server's words if it had any. */
export const unreadReason = (error: Error | null): string =>
  error instanceof CallRefusal ? error.message : '网络或服务器暂时不可用，登录仍然有效。'

import { useRef } from 'react'
import { randomKey } from './request.ts'

/**
 * The idempotency key of a call by what is sent: the same for the same, so that what the server has done already, while
 * the line was down, is answered and not done twice.
 */
export function useRepeatKey(): (input: unknown) => string {
  const last = useRef({ sent: '', key: '' })
  return (input) => {
    const sent = JSON.stringify(input)
    if (last.current.sent !== sent) last.current = { sent, key: randomKey() }
    return last.current.key
  }
}

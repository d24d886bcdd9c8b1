import { isText, oneOf, record } from './stored-shape.ts'

/** What this tab keeps from leaving for a company's identity provider to being back. */
export type KeptAttempt = { browserKey: string; purpose: 'enter' | 'link'; redirect: string }

const key = 'ssoAttempt'
const isKept = record<KeptAttempt>({ browserKey: isText, purpose: oneOf('enter', 'link'), redirect: isText })

/** Keeps it in this tab alone: an answer that is slipped to another browser finds nothing there. */
export const keepAttempt = (attempt: KeptAttempt): void => sessionStorage.setItem(key, JSON.stringify(attempt))

/** Takes it out; null where nobody left from here. */
export function takeAttempt(): KeptAttempt | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  sessionStorage.removeItem(key)
  return isKept(kept) ? kept : null
}

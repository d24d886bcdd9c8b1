import { create } from 'zustand'

/** What a document knows that an integration opened, for one thing and nothing else (ADR 0038). */
type Visit = {
  /** Nobody's any more: it was closed, or its time was up. */
  ended?: 'closed' | 'expired'
  /** The integration that opened the page. */
  integrationName?: string
  /** Names the integration in addresses. */
  appId?: string
  /** Whether parties and files stand as the integration has them: only areas are placed. */
  placesOnly?: boolean
  /** Whether the person has a signing PIN. */
  hasPin?: boolean
  /** Where to lead back to, when nothing is around the page. */
  returnUrl?: string | null
  /** Whether one may apply for seals that may not be used at once. */
  mayApply?: boolean
  /** What comes after seals were applied for. */
  onApplied?: () => void
  /** What comes after a draft was sent. */
  onSent?: () => void
  /** Ends it. */
  leave?: () => void
}

/** The visit this document is for; null in every other. */
export const useVisit = create<{ visit: Visit | null }>(() => ({ visit: null }))

/** Whether this document was opened by an integration: other pages are not open to it. */
export const isVisit = (): boolean => useVisit.getState().visit !== null

/** Adds to what is known of it. */
export const knowVisit = (more: Visit) => useVisit.setState(({ visit }) => ({ visit: { ...visit, ...more } }))

import { create } from 'zustand'

type VisitFacts = {
  /** Whether this document was opened by an integration, for one thing and nothing else. */
  visiting: boolean
  /** Nobody's any more: it was closed, or its time was up. */
  ended: 'closed' | 'expired' | null
  /** The integration that opened the page. */
  integrationName: string
  /** Whether the person has a signing PIN. */
  hasPin: boolean
  /** Where to lead back to, when nothing is around the page. */
  returnUrl: string | null
}

/** What this document knows of the visit it is for (ADR 0038). */
export const useVisit = create<VisitFacts>(() => ({
  visiting: false,
  ended: null,
  integrationName: '',
  hasPin: false,
  returnUrl: null,
}))

/** Whether this document was opened by an integration: other pages are not open to it. */
export const isVisit = (): boolean => useVisit.getState().visiting

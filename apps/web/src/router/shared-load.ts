/** A stylesheet that failed to come, in Vite's words (checklist X21). */
export const isStyleFault = (fault: unknown): fault is Error =>
  fault instanceof Error && /Unable to preload CSS/i.test(fault.message)

/**
 * Loads once, however many ask, and at whatever time. What failed is begun anew by the next, but for a stylesheet: its
 * link is made once a document, so that a second attempt would pass without it and show the page unstyled.
 */
export function sharedLoad<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((fault: unknown) => {
      if (!isStyleFault(fault)) loading = undefined
      throw fault
    })
    return loading
  }
}

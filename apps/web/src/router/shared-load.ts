import { type PageStyles, pageStyles } from './missing-styles.ts'

/** A stylesheet that failed to come, in Vite's words (checklist X21). */
export const isStyleFault = (fault: unknown): fault is Error =>
  fault instanceof Error && /Unable to preload CSS/i.test(fault.message)

/**
 * Loads once, however many ask, and at whatever time. What failed is begun anew by the next. A stylesheet's link is
 * made once a document, so that a second attempt would pass without it: those of this load are asked for first.
 */
export function sharedLoad<T>(load: () => Promise<T>, styles: PageStyles = pageStyles): () => Promise<T> {
  let loading: Promise<T> | undefined
  let unstyled = false
  const own = new Set<string>()
  const begin = async () => {
    if (unstyled) await styles.fetchAgain([...own])
    unstyled = false
    const { begun, hrefs } = styles.watch(load)
    for (const href of hrefs) own.add(href)
    return begun
  }
  return () => {
    loading ??= begin().catch((fault: unknown) => {
      loading = undefined
      unstyled ||= isStyleFault(fault)
      throw fault
    })
    return loading
  }
}

import { create } from 'zustand'

/** What a web view cannot do. */
export type BrowserHint = 'download' | 'print'

/** What is hinted at now; null most of the time. */
export const useBrowserHint = create<{ of: BrowserHint | null }>(() => ({ of: null }))

/** Says that this must be done in a browser, and how to get there. */
export const hintAtBrowser = (of: BrowserHint = 'download') => useBrowserHint.setState({ of })

/** Takes the hint away. */
export const closeBrowserHint = () => useBrowserHint.setState({ of: null })

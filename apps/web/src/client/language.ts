/** A language of the interface. */
export type Language = 'zh' | 'en'

/** The language of the document, which is that of its scripts: a document is in one from its first line on. */
export const spokenHere = (): Language =>
  typeof document === 'object' && document.documentElement.lang === 'en' ? 'en' : 'zh'

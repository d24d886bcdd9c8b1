import type { Language } from './language.ts'

const tried = 'moqi-language-tried'

/**
 * Has this browser served in another language than now, this page included. One that cannot be had (a build without it,
 * cookies refused) is asked for once and not again.
 */
export function speak(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `moqi-language=${language}; path=/; max-age=31536000; samesite=lax${secure}`
  if (sessionStorage.getItem(tried) === language) return
  sessionStorage.setItem(tried, language)
  location.reload()
}

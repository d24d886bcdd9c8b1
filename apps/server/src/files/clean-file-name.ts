const longest = 100
const suffix = '.pdf'

/** A name that is safe to show, store and save under: base name only, no control characters, ≤ 100 characters, .pdf. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? ''
  // Besides control characters: bidirectional marks, which can make a name end in what it does not.
  const visible = base.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
  const plain = visible.replaceAll(/[:*?"<>|]/g, '_').trim()
  const stem = plain.replace(/\.(pdf|docx?|wps|jpe?g|png)$/i, '').replace(/^[.\s]+/, '')
  const kept = [...stem]
    .slice(0, longest - suffix.length)
    .join('')
    .trim()
  return `${kept || '未命名'}${suffix}`
}

import type { Catalogue } from './catalogue.ts'
import { isChinese } from './find-texts.ts'

const words = />([^<>]+)</g
const spoken = /\s(?:title|content|aria-label|placeholder|alt)="([^"]+)"/g

/** A document of the build with its texts in English. What the catalogue lacks stays, and `missing` hears of it. */
export function translateDocument(html: string, catalogue: Catalogue, missing: (chinese: string) => void): string {
  const translated = (whole: string, text: string) => {
    const chinese = text.trim()
    if (!isChinese(chinese)) return whole
    const english = catalogue.get(chinese)
    if (english === undefined) missing(chinese)
    return typeof english === 'string' ? whole.replace(chinese, () => english) : whole
  }
  return html.replace('<html lang="zh-CN">', '<html lang="en">').replace(words, translated).replace(spoken, translated)
}

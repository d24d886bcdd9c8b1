import { zipContent, zipEntries } from './zip-directory.ts'

/** What a Word document says about itself: font families its text asks for, and whether changes are still tracked. */
export interface WordFacts {
  readonly fonts: readonly string[]
  readonly revisions: boolean
}

const textParts = /^word\/(document|styles|numbering|footnotes|endnotes|header\d*|footer\d*|theme\/theme\d*)\.xml$/
/** ECMA-376 §17.3.2.26. The same attributes on `w:lang` are languages. */
const fontElements = /<w:rFonts\s[^>]{0,1000}>/g
const families = /\bw:(?:ascii|hAnsi|eastAsia)="([^"]{1,80})"/g
/** ECMA-376 §20.1.4.1: what a theme gives for Latin and for Chinese text. */
const themeFamilies = /<a:(?:latin|ea) typeface="([^"+]{1,80})"|<a:font script="Hans" typeface="([^"]{1,80})"/g
const trackedChange = /<w:(?:ins|del|moveFrom|moveTo) /

/** Reads a docx without interpreting it. Throws IntakeRefusal when the archive is damaged or a bomb. */
export function wordFacts(docx: Buffer): WordFacts {
  const fonts = new Set<string>()
  let revisions = false
  for (const entry of zipEntries(docx)) {
    if (!textParts.test(entry.name)) continue
    const xml = zipContent(docx, entry).toString('utf8')
    for (const [element] of xml.matchAll(fontElements)) {
      for (const [, family] of element.matchAll(families)) fonts.add(unescaped(family ?? ''))
    }
    for (const [, named, chinese] of xml.matchAll(themeFamilies)) fonts.add(unescaped(named ?? chinese ?? ''))
    revisions ||= trackedChange.test(xml)
  }
  fonts.delete('')
  return { fonts: [...fonts], revisions }
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)

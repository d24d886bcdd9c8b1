import { IntakeRefusal } from './intake-refusal.ts'
import { zipContent, zipEntries, type ZipEntry } from './zip-directory.ts'

/**
 * What a Word document says about itself: font families its text asks for, whether changes are still tracked, and how
 * many pages it had when it was last laid out (null when it does not say, or nobody counted).
 */
export interface WordFacts {
  readonly fonts: readonly string[]
  readonly revisions: boolean
  readonly pages: number | null
}

const textParts = /^word\/(document|styles|numbering|footnotes|endnotes|header\d*|footer\d*|theme\/theme\d*)\.xml$/
/** ECMA-376 §17.3.2.26. The same attributes on `w:lang` are languages. */
const fontElements = /<w:rFonts\s[^<>]{0,1000}>/g
const families = /\bw:(?:ascii|hAnsi|eastAsia)="([^"]{1,80})"/g
/** ECMA-376 §20.1.4.1: what a theme gives for Latin and for Chinese text. */
const themeFamilies = /<a:(?:latin|ea) typeface="([^"+]{1,80})"|<a:font script="Hans" typeface="([^"]{1,80})"/g
const trackedChange = /<w:(?:ins|del|moveFrom|moveTo) /

/** Word's XML takes some 40 KB a page; far more than 500 pages of it is meant to keep a worker busy. */
const mostText = 40 * 1024 * 1024
/** A sender can read so many names; a document may invent a million. */
const mostFonts = 100
/** docProps/app.xml is some hundred bytes, and lists headings at most. */
const mostProperties = 1024 * 1024

/**
 * Reads a docx without interpreting it. Throws IntakeRefusal when the archive is damaged or a bomb. Up to 40 MB of text
 * are read, so run it through intakePool.
 */
export function wordFacts(docx: Buffer): WordFacts {
  const fonts = new Set<string>()
  let revisions = false
  const entries = zipEntries(docx)
  const texts = entries.filter(({ name }) => textParts.test(name))
  const size = texts.reduce((sum, { unpacked }) => sum + unpacked, 0)
  if (size > mostText) throw new IntakeRefusal('too-complex', `${size} bytes of text`)
  for (const entry of texts) {
    const xml = zipContent(docx, entry).toString('utf8')
    for (const family of familiesIn(xml)) {
      if (fonts.size >= mostFonts) break
      if (family !== '') fonts.add(unescaped(family))
    }
    revisions ||= trackedChange.test(xml)
  }
  return { fonts: [...fonts], revisions, pages: countedPages(docx, entries) }
}

function* familiesIn(xml: string): Generator<string> {
  for (const [element] of xml.matchAll(fontElements)) {
    for (const [, family] of element.matchAll(families)) yield family ?? ''
  }
  for (const [, named, chinese] of xml.matchAll(themeFamilies)) yield named ?? chinese ?? ''
}

/** ECMA-376 §22.2.2.23. Libraries leave the template's page count, and no characters, in what they write. */
function countedPages(docx: Buffer, entries: readonly ZipEntry[]): number | null {
  const entry = entries.find(({ name }) => name === 'docProps/app.xml')
  if (!entry || entry.unpacked > mostProperties) return null
  const xml = zipContent(docx, entry).toString('utf8')
  const [pages, characters] = ['Pages', 'Characters'].map((name) => numberIn(xml, name))
  return pages === 0 || characters === 0 ? null : (pages ?? null)
}

function numberIn(xml: string, name: string): number | undefined {
  const digits = new RegExp(`<(?:\\w{1,20}:)?${name}>\\s{0,9}(\\d{1,6})\\s{0,9}</`).exec(xml)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)

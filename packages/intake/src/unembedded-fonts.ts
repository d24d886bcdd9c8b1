import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, type PdfDict } from '@moqi/pdf/read/values'
import { inherited } from '@moqi/pdf/graph/document-model'

/** Every reader carries look-alikes of these with the same widths (ISO 32000-1 §9.6.2.2). */
const standard = /^(Helvetica|Courier|Times|Symbol$|ZapfDingbats$|Arial|TimesNewRoman)/

/** Names of the fonts that pages use without embedding them, apart from the standard 14, in order of meeting. */
export function unembeddedFonts(view: View, pages: readonly PdfDict[]): string[] {
  const names = new Set<string>()
  const seen = new Set<PdfDict>()
  const pending = pages.flatMap((page) => dictOf(inherited(view, page, 'Resources')) ?? []).toReversed()
  for (let resources = pending.pop(); resources; resources = pending.pop()) {
    if (seen.has(resources)) continue
    seen.add(resources)
    for (const font of values(view, resources, 'Font')) {
      const name = seen.has(font) ? undefined : substitutableFont(view, font)
      seen.add(font)
      if (name) names.add(name)
    }
    for (const drawing of values(view, resources, 'XObject')) {
      const inner = view.dict(drawing, 'Resources')
      if (inner) pending.push(inner)
    }
  }
  return [...names]
}

/** The name of a font that is neither embedded nor one of the standard 14, else undefined. */
export function substitutableFont(view: View, font: PdfDict): string | undefined {
  const name = missingFont(view, font)
  return name && !standard.test(name) ? name : undefined
}

const values = (view: View, resources: PdfDict, key: string): PdfDict[] =>
  [...(view.dict(resources, key)?.entries.values() ?? [])].flatMap((value) => dictOf(view.resolve(value)) ?? [])

function missingFont(view: View, font: PdfDict): string | undefined {
  if (view.name(font, 'Subtype') === 'Type3') return undefined
  const [descendant] = view.items(font, 'DescendantFonts')
  const descriptor = view.dict(dictOf(descendant) ?? font, 'FontDescriptor')
  if (descriptor && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.entries.has(key))) return undefined
  return readableName(view.name(font, 'BaseFont') ?? '未命名字体')
}

/** Windows writes font names in GBK, newer programs in UTF-8. A subset's tag (ABCDEF+) says nothing to people. */
function readableName(name: string): string {
  const bytes = Buffer.from(name, 'latin1')
  const text = decoded(bytes, 'utf-8') ?? decoded(bytes, 'gb18030') ?? '名称无法识别的字体'
  return text.replace(/^[A-Z]{6}\+/, '').slice(0, 40)
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

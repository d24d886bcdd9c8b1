import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Every reader carries look-alikes of these with the same widths (ISO 32000-1 §9.6.2.2). */
const standard = /^(Helvetica|Courier|Times|Symbol$|ZapfDingbats$|Arial|TimesNewRoman)/

/** Names of the fonts that pages use without embedding them, apart from the standard 14, in order of meeting. */
export function unembeddedFonts(pages: readonly PdfDict[], resolve: Resolve): string[] {
  const names = new Set<string>()
  const seen = new Set<PdfDict>()
  const pending: PdfDict[] = pages.flatMap((page) => inheritedResources(page, resolve)).toReversed()
  for (let resources = pending.pop(); resources; resources = pending.pop()) {
    if (seen.has(resources)) continue
    seen.add(resources)
    for (const font of values(resources, 'Font', resolve)) {
      const name = seen.has(font) ? undefined : substitutableFont(font, resolve)
      seen.add(font)
      if (name) names.add(name)
    }
    for (const drawing of values(resources, 'XObject', resolve)) {
      const inner = drawing.getDict('Resources', resolve)
      if (inner) pending.push(inner)
    }
  }
  return [...names]
}

/** The name of a font that is neither embedded nor one of the standard 14, else undefined. */
export function substitutableFont(font: PdfDict, resolve: Resolve): string | undefined {
  const name = missingFont(font, resolve)
  return name && !standard.test(name) ? name : undefined
}

function inheritedResources(page: PdfDict, resolve: Resolve): PdfDict[] {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < 64; depth++) {
    const resources: PdfDict | undefined = node.getDict('Resources', resolve)
    if (resources) return [resources]
    node = node.getDict('Parent', resolve)
  }
  return []
}

function values(resources: PdfDict, key: string, resolve: Resolve): PdfDict[] {
  return [...(resources.getDict(key, resolve) ?? [])].flatMap(([, value]) => {
    const target = value instanceof PdfRef ? resolve(value) : value
    return target instanceof PdfDict ? [target] : []
  })
}

function missingFont(font: PdfDict, resolve: Resolve): string | undefined {
  if (font.getName('Subtype', resolve)?.value === 'Type3') return undefined
  const [descendant] = [font.getArray('DescendantFonts', resolve)?.at(0, resolve)]
  const described = descendant instanceof PdfDict ? descendant : font
  const descriptor = described.getDict('FontDescriptor', resolve)
  if (descriptor && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(key))) return undefined
  return readableName(font.getName('BaseFont', resolve)?.value ?? '未命名字体')
}

/**
 * Windows writes font names in GBK, newer programs in UTF-8; libpdf keeps raw bytes as Latin-1 and loses GBK that is
 * escaped with #. A subset's tag (ABCDEF+) says nothing to people.
 */
function readableName(name: string): string {
  if (name.includes('\ufffd')) return '名称无法识别的字体'
  const bytes = Buffer.from(name, 'latin1')
  const raw = bytes.toString('latin1') === name
  const text = raw ? (decoded(bytes, 'utf-8') ?? decoded(bytes, 'gb18030') ?? name) : name
  return text.replace(/^[A-Z]{6}\+/, '').slice(0, 40)
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

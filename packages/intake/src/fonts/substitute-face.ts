import { readFont, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { type BundledFace, fontFile } from '@moqi/pdf/fonts/bundled-fonts'

const serif = /宋|仿|楷|明|song|simsun|ming|kai|fang|serif|roman|times|georgia|garamond|cambria|minion|book/i
const sans = /黑|等线|雅|hei|gothic|deng|sans|verdana|tahoma|calibri/i
const bold = /bold|heavy|black|粗|大标宋/i
/** ISO 32000-1 §9.8.2, bit 2: glyphs have serifs. */
const serifFlag = 2

const loaded = new Map<BundledFace, TrueTypeFont>()

/** The bundled face nearest to a font by its name, else by the flags of its descriptor; read once a process. */
export function substituteFace(name: string, flags = 0): TrueTypeFont {
  const serifed = serif.test(name.replace(/sans[- ]?serif/i, 'sans')) || (!sans.test(name) && (flags & serifFlag) !== 0)
  const strong = bold.test(name)
  const face = serifed ? (strong ? 'serifBold' : 'serif') : strong ? 'sansBold' : 'sans'
  const font = loaded.get(face) ?? readFont(fontFile(face), psNames[face])
  loaded.set(face, font)
  return font
}

const psNames: Record<'sans' | 'sansBold' | 'serif' | 'serifBold', string> = {
  sans: 'NotoSansSC',
  sansBold: 'NotoSansSC-Bold',
  serif: 'NotoSerifSC',
  serifBold: 'NotoSerifSC-Bold',
}

import { fontFile } from '../fonts/bundled-fonts.ts'
import type { Pdfium } from './pdfium-memory.ts'

/** TrueType fonts shown where a PDF names a Chinese font without embedding it. */
export interface FallbackFonts {
  readonly sans: Uint8Array
  readonly serif: Uint8Array
}

/** Noto Sans SC and Noto Serif SC as bundled. */
export function notoFonts(): FallbackFonts {
  return { sans: fontFile('sans'), serif: fontFile('serif') }
}

/** Windows character sets: Shift-JIS, Hangul, GB 2312, Big5. */
const eastAsian = new Set([128, 129, 134, 136])
const gb2312 = 134
const chineseFace = /song|sim|ming|hei|kai|fang|yahei|deng|noto|source ?han|[\u0080-\u00ff]{2}/i
const serifFace = /song|simsun|ming|kai|fang|serif|\u00cb\u00ce|\u00bf\u00ac|\u00b7\u00c2/i

/**
 * Answers PDFium's questions for system fonts (FPDF_SYSFONTINFO version 1) from these fonts, since WebAssembly sees no
 * fonts of the machine; without this, Chinese text that is not embedded stays blank.
 */
export function installFallbackFonts(pdfium: Pdfium, fonts: FallbackFonts): void {
  const faces = [fonts.sans, fonts.serif].map((data) => ({ data, tables: fontTables(data) }))
  const fontData = (handle: number, tag: number, buffer: number, size: number) => {
    const face = faces[handle - 1]
    if (!face) return 0
    const table = tag === 0 ? face.data : face.tables.get(tag >>> 0)
    if (!table) return 0
    if (buffer !== 0 && size >= table.length) pdfium.heap().set(table, buffer)
    return table.length
  }
  const callbacks = [
    pdfium.callback('vi', () => undefined),
    pdfium.callback('vii', () => undefined),
    pdfium.callback('iiiiiiii', (...args) => mapFont(args[3] ?? 0, pdfium.textAt(args[5] ?? 0))),
    pdfium.callback('iii', () => 0),
    pdfium.callback('iiiiii', (...args) => fontData(args[1] ?? 0, args[2] ?? 0, args[3] ?? 0, args[4] ?? 0)),
    pdfium.callback('iiiii', () => 0),
    pdfium.callback('iii', () => gb2312),
    pdfium.callback('vii', () => undefined),
  ]
  const info = pdfium.place(new Uint8Array(4 * (callbacks.length + 1)))
  const view = pdfium.view()
  view.setInt32(info, 1, true)
  for (const [i, pointer] of callbacks.entries()) view.setInt32(info + 4 + 4 * i, pointer, true)
  pdfium.call.FPDF_SetSystemFontInfo(info)
}

/** 0 leaves the choice to PDFium, else the handle of a face. */
function mapFont(charset: number, name: string): number {
  if (!eastAsian.has(charset) && !chineseFace.test(name)) return 0
  return serifFace.test(name) ? 2 : 1
}

function fontTables(data: Uint8Array): Map<number, Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const tables = new Map<number, Uint8Array>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    const offset = view.getUint32(at + 8)
    tables.set(view.getUint32(at), data.subarray(offset, offset + view.getUint32(at + 12)))
  }
  return tables
}

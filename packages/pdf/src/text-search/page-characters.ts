import type { Pdfium } from '../page-image/pdfium-memory.ts'

/** A box in mm from the top left of the page as displayed. */
export interface TextBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * A character as the page shows it, in reading order: `box` is its ink, `cell` what the font gives it, which is far
 * taller in many Chinese fonts. White space has neither.
 */
export interface PageCharacter {
  readonly text: string
  readonly place: { readonly box: TextBox; readonly cell: TextBox } | undefined
}

const micrometresPerPoint = 25_400 / 72
const mm = (micrometres: number) => micrometres / 1000

/** Characters of an open page (an FPDF_PAGE), whatever its rotation and crop. */
export function pageCharacters(pdfium: Pdfium, page: number): PageCharacter[] {
  const { call } = pdfium
  const textPage = call.FPDFText_LoadPage(page)
  if (textPage === 0) return []
  // FPDFText_GetCharBox writes four doubles, FPDFText_GetLooseCharBox four floats, FPDF_PageToDevice two ints.
  const memory = pdfium.place(new Uint8Array(32 + 16 + 8))
  try {
    const toDevice = deviceOf(pdfium, page, memory + 48)
    return Array.from({ length: Math.max(0, call.FPDFText_CountChars(textPage)) }, (_, index) => {
      const text = characterAt(call.FPDFText_GetUnicode(textPage, index))
      const blank = text.trim() === '' || call.FPDFText_IsGenerated(textPage, index) === 1
      return { text, place: blank ? undefined : placeOf(pdfium, textPage, index, memory, toDevice) }
    })
  } finally {
    pdfium.free(memory)
    call.FPDFText_ClosePage(textPage)
  }
}

function placeOf(
  { call, view }: Pdfium,
  textPage: number,
  index: number,
  memory: number,
  toDevice: ReturnType<typeof deviceOf>,
): PageCharacter['place'] {
  const [ink, cell] = [memory, memory + 32]
  if (!call.FPDFText_GetCharBox(textPage, index, ink, ink + 8, ink + 16, ink + 24)) return undefined
  if (!call.FPDFText_GetLooseCharBox(textPage, index, cell)) return undefined
  const heap = view()
  const double = (at: number) => heap.getFloat64(ink + 8 * at, true)
  const float = (at: number) => heap.getFloat32(cell + 4 * at, true)
  // Left, right, bottom, top; and left, top, right, bottom.
  const [x1, x2, y1, y2] = [double(0), double(1), double(2), double(3)]
  return {
    box: boxBetween(toDevice(x1, y1), toDevice(x2, y2)),
    cell: boxBetween(toDevice(float(0), float(1)), toDevice(float(2), float(3))),
  }
}

function characterAt(unicode: number): string {
  return unicode > 0 && unicode <= 0x10ffff ? String.fromCodePoint(unicode) : ' '
}

interface Point {
  readonly x: number
  readonly y: number
}

/** From the page's own points to mm as displayed, by asking for a device whose pixels are micrometres. */
function deviceOf(pdfium: Pdfium, page: number, memory: number): (x: number, y: number) => Point {
  const { call } = pdfium
  const width = Math.round(call.FPDF_GetPageWidthF(page) * micrometresPerPoint)
  const height = Math.round(call.FPDF_GetPageHeightF(page) * micrometresPerPoint)
  return (x, y) => {
    call.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory, memory + 4)
    const view = pdfium.view()
    return { x: mm(view.getInt32(memory, true)), y: mm(view.getInt32(memory + 4, true)) }
  }
}

function boxBetween(one: Point, other: Point): TextBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return { x, y, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) }
}

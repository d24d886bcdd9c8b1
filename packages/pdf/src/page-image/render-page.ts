import { createHash } from 'node:crypto'
import { encodePng, type Pixels } from '../images/png.ts'
import { type FallbackFonts, installFallbackFonts, notoFonts } from './fallback-fonts.ts'
import { loadPdfium, type Pdfium } from './pdfium-memory.ts'
import { type PageCharacter, pageCharacters } from '../text-search/page-characters.ts'

/** What of a page is drawn; all of it, unless told otherwise. */
export interface DrawnPart {
  /** Annotations left out, by their place in the page's list from 0. */
  without?: readonly number[]
  /** A part in pixels of a page that is `widthPx` wide, however wide that is; it may be as large as a whole picture. */
  part?: { left: number; top: number; width: number; height: number }
}

/** Draws pages as PNG images. */
export interface PageImages {
  /** `page` counts from 1; the image is `widthPx` wide (16–2400). Throws PageImageRefusal. */
  render(bytes: Buffer, page: number, widthPx: number): Promise<Buffer>
  /** The same picture as RGBA, for comparing; the fourth byte of a pixel means nothing. */
  draw(bytes: Buffer, page: number, widthPx: number, more?: DrawnPart): Promise<Pixels>
  /** The characters that the page's own content shows, annotations left out, in mm from its top left as displayed. */
  characters(bytes: Buffer, page: number): Promise<readonly PageCharacter[]>
  /** How far PDFium's memory has grown; WebAssembly memory never shrinks. */
  memoryBytes(): number
  close(): void
}

/** The file cannot be opened, or has no such page. */
export class PageImageRefusal extends Error {
  override name = 'PageImageRefusal'
  readonly reason: 'unreadable' | 'no-such-page'

  constructor(reason: PageImageRefusal['reason']) {
    super(reason === 'unreadable' ? '文件已损坏或无法解析' : '页码不存在')
    this.reason = reason
  }
}

interface OpenDocument {
  readonly memory: number
  readonly document: number
  readonly formInfo: number
  readonly form: number
}

/** A person reads a contract page by page, so few documents are open at a time. */
const keptOpen = 3
const narrowest = 16
const widest = 2400
/** A page like a till receipt is scaled down as a whole. */
const tallest = 4800
/** FPDF_REVERSE_BYTE_ORDER gives RGBA, FPDF_ANNOT draws annotations. */
const renderFlags = 0x10 | 0x01
/** ISO 32000-2 Table 167. */
const hiddenFlag = 0x02
/** Text and seals compress well at once; higher levels double the time for a tenth. */
const compression = 4

/**
 * Opens PDFium with fallback fonts for Chinese. Runs in the calling thread: see pageImagePool. Bytes that were given
 * may not be changed afterwards: their hash is taken once.
 */
export async function openPageImages(fonts: FallbackFonts = notoFonts()): Promise<PageImages> {
  const pdfium = await loadPdfium()
  pdfium.call.PDFiumExt_Init()
  installFallbackFonts(pdfium, fonts)
  const open = new Map<string, OpenDocument>()
  const hashes = new WeakMap<Buffer, string>()
  const documentOf = (bytes: Buffer): OpenDocument => {
    const key = hashes.get(bytes) ?? createHash('sha256').update(bytes).digest('base64')
    hashes.set(bytes, key)
    const document = open.get(key) ?? openDocument(pdfium, bytes)
    open.delete(key)
    open.set(key, document)
    for (const [oldest, stale] of open) {
      if (open.size <= keptOpen) break
      open.delete(oldest)
      closeDocument(pdfium, stale)
    }
    return document
  }
  return {
    async render(bytes, page, widthPx) {
      return drawPage(pdfium, documentOf(bytes), { page, widthPx }, ({ width, height, data }) =>
        encodePng({ width, height, ...opaque(data) }, compression),
      )
    },
    async draw(bytes, page, widthPx, more = {}) {
      return drawPage(pdfium, documentOf(bytes), { page, widthPx, ...more }, (pixels) => ({
        ...pixels,
        data: pixels.data.slice(),
      }))
    },
    async characters(bytes, page) {
      return onPage(pdfium, documentOf(bytes), page, (handle) => pageCharacters(pdfium, handle))
    },
    memoryBytes: () => pdfium.heap().length,
    close() {
      for (const document of open.values()) closeDocument(pdfium, document)
      open.clear()
    },
  }
}

function openDocument(pdfium: Pdfium, bytes: Buffer): OpenDocument {
  const { call } = pdfium
  const memory = pdfium.place(bytes)
  const document = call.FPDF_LoadMemDocument(memory, bytes.length, '')
  if (document === 0) {
    pdfium.free(memory)
    throw new PageImageRefusal('unreadable')
  }
  const formInfo = call.PDFiumExt_OpenFormFillInfo()
  const form = call.PDFiumExt_InitFormFillEnvironment(document, formInfo)
  call.FPDF_SetFormFieldHighlightAlpha(form, 0)
  return { memory, document, formInfo, form }
}

function closeDocument(pdfium: Pdfium, { memory, document, formInfo, form }: OpenDocument): void {
  pdfium.call.PDFiumExt_ExitFormFillEnvironment(form)
  pdfium.call.PDFiumExt_CloseFormFillInfo(formInfo)
  pdfium.call.FPDF_CloseDocument(document)
  pdfium.free(memory)
}

function onPage<T>({ call }: Pdfium, { document }: OpenDocument, page: number, read: (handle: number) => T): T {
  const handle = call.FPDF_LoadPage(document, page - 1)
  if (handle === 0) throw new PageImageRefusal('no-such-page')
  try {
    return read(handle)
  } finally {
    call.FPDF_ClosePage(handle)
  }
}

/** `take` gets pixels that are PDFium's own memory, and must copy what it keeps. */
function drawPage<T>(
  pdfium: Pdfium,
  { document, form }: OpenDocument,
  { page, widthPx, without = [], part }: { page: number; widthPx: number } & DrawnPart,
  take: (pixels: Pixels) => T,
): T {
  const { call } = pdfium
  if (!Number.isInteger(page) || page < 1 || page > call.FPDF_GetPageCount(document)) {
    throw new PageImageRefusal('no-such-page')
  }
  const handle = call.FPDF_LoadPage(document, page - 1)
  if (handle === 0) throw new PageImageRefusal('unreadable')
  const restore = hide(pdfium, handle, without)
  try {
    call.FORM_OnAfterLoadPage(handle, form)
    const ratio = call.FPDF_GetPageHeightF(handle) / call.FPDF_GetPageWidthF(handle)
    const whole = part ? { width: widthPx, height: Math.max(1, Math.round(widthPx * ratio)) } : fitted(widthPx, ratio)
    const { left, top, width, height } = part ?? { left: 0, top: 0, ...whole }
    if (width > widest || height > tallest) throw new PageImageRefusal('unreadable')
    const bitmap = call.FPDFBitmap_Create(width, height, 0)
    if (bitmap === 0) throw new PageImageRefusal('unreadable')
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
      call.FPDF_RenderPageBitmap(bitmap, handle, -left, -top, whole.width, whole.height, 0, renderFlags)
      // Form fields, and with them the seals of signature fields, are drawn only by this call.
      call.FPDF_FFLDraw(form, bitmap, handle, -left, -top, whole.width, whole.height, 0, renderFlags)
      const start = call.FPDFBitmap_GetBuffer(bitmap)
      return take({ width, height, channels: 4, data: pdfium.heap().subarray(start, start + width * height * 4) })
    } finally {
      call.FPDFBitmap_Destroy(bitmap)
    }
  } finally {
    call.FORM_OnBeforeClosePage(handle, form)
    restore()
    call.FPDF_ClosePage(handle)
  }
}

function fitted(widthPx: number, ratio: number): { width: number; height: number } {
  const asked = Math.min(widest, Math.max(narrowest, Math.round(widthPx)))
  const width = Math.max(1, Math.min(asked, Math.round(tallest / ratio)))
  return { width, height: Math.max(1, Math.round(width * ratio)) }
}

/** Hides annotations in PDFium's memory of the document, until what it gives back is called. */
function hide({ call }: Pdfium, page: number, places: readonly number[]): () => void {
  const kept = places.map((place) => {
    const annotation = call.FPDFPage_GetAnnot(page, place)
    const flags = annotation === 0 ? 0 : call.FPDFAnnot_GetFlags(annotation)
    if (annotation !== 0) call.FPDFAnnot_SetFlags(annotation, flags | hiddenFlag)
    return { annotation, flags }
  })
  return () => {
    for (const { annotation, flags } of kept.filter((one) => one.annotation !== 0)) {
      call.FPDFAnnot_SetFlags(annotation, flags)
      call.FPDFPage_CloseAnnot(annotation)
    }
  }
}

/** The ground is opaque; a page without colour needs one channel, which is half the bytes of three. */
function opaque(rgbx: Uint8Array): Pick<Pixels, 'channels' | 'data'> {
  const channels = isGrey(rgbx) ? 1 : 3
  const data = new Uint8Array((rgbx.length / 4) * channels)
  for (let from = 0, to = 0; from < rgbx.length; from += 4)
    for (let channel = 0; channel < channels; channel++) data[to++] = rgbx[from + channel] ?? 0
  return { channels, data }
}

function isGrey(rgbx: Uint8Array): boolean {
  for (let i = 0; i < rgbx.length; i += 4) if (rgbx[i] !== rgbx[i + 1] || rgbx[i] !== rgbx[i + 2]) return false
  return true
}

/**
 * Draws a page, counted from 1, `widthPx` wide, with annotations and form fields; rejects when it cannot.
 * `page-image/` has one. Both revisions are drawn by the same one, or differences mean nothing.
 */
export interface Renderer {
  /** RGBA; the fourth byte of a pixel means nothing. */
  draw: (bytes: Buffer, page: number, widthPx: number, more?: DrawnPart) => Promise<Pixels>
  /** PNG. */
  render: (bytes: Buffer, page: number, widthPx: number) => Promise<Buffer>
  /** What the page's own content says, and where. */
  characters: (bytes: Buffer, page: number) => Promise<readonly PageCharacter[]>
}

/** A page that looks different now: PNG as it was signed and as it is, null when it cannot be drawn. */
export interface ChangedPage {
  page: number
  /** Whose look it is that differs; absent where no field accounts for it. */
  fieldName?: string | undefined
  /** Where it differs, in parts of the page's width and height from its top left. */
  area: { left: number; top: number; right: number; bottom: number }
  signed: Buffer | null
  current: Buffer | null
}

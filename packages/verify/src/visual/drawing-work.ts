import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { Budget, BudgetExceeded, type Limits } from '@moqi/pdf/limits'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import { itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import type { TouchedPage } from './touched-pages.ts'

/** What one picture costs besides its pixels, in pixels: a page to be opened, and each byte of its content. */
const opened = 30_000
const ofByte = 25
/** Content of more bytes than this is as dear as this many. */
const mostBytes = 8 * 1024 * 1024
/** A page that takes more than this part of all the work waits for the others. */
const largestShare = 1 / 8

/**
 * F: counts the work of drawing, so that what is looked at depends on the file and on nothing else. A page's content is
 * counted by its decoded length, once.
 */
export class DrawingWork {
  readonly #most: number
  readonly #model: DocumentModel | undefined
  readonly #limits: Limits
  readonly #known = new Map<number, number>()
  #done = 0

  constructor(limits: Limits, model: DocumentModel | undefined) {
    this.#limits = limits
    this.#most = limits.drawing
    this.#model = model
  }

  /** Whether a picture of so many pixels of a page may be drawn; counts it when it may. */
  take(page: number, pixels: number): boolean {
    const work = pixels + this.#ofPage(page)
    if (this.#done + work > this.#most) return false
    this.#done += work
    return true
  }

  /** The pages with those last that could starve the others. */
  inOrder(pages: readonly TouchedPage[]): TouchedPage[] {
    const isDear = ({ page }: TouchedPage) => this.#ofPage(page) > this.#most * largestShare
    return [...pages.filter((one) => !isDear(one)), ...pages.filter(isDear)]
  }

  #ofPage(page: number): number {
    const known = this.#known.get(page) ?? opened + ofByte * this.#bytesOf(page)
    this.#known.set(page, known)
    return known
  }

  #bytesOf(page: number): number {
    const model = this.#model
    const dict = model?.pages[page - 1]?.dict
    if (!model || !dict) return 0
    const contents = model.view.get(dict, 'Contents')
    const streams = contents.kind === 'array' ? itemsOf(contents).map((one) => model.view.resolve(one)) : [contents]
    const forms = model.view.dict(model.view.dict(dict, 'Resources'), 'XObject')?.entries.values() ?? []
    const own = [...forms].map((one) => model.view.resolve(one)).filter((one) => isForm(model, one))
    return [...streams, ...own].reduce((sum, one) => sum + this.#lengthOf(one), 0)
  }

  #lengthOf(value: PdfValue): number {
    if (value.kind !== 'stream') return 0
    try {
      return decodeStream(value, new Budget({ ...this.#limits, streamBytes: mostBytes })).length
    } catch (error) {
      if (error instanceof BudgetExceeded) return mostBytes
      if (error instanceof PdfFault) return value.raw.length
      throw error
    }
  }
}

const isForm = ({ view }: DocumentModel, value: PdfValue) =>
  value.kind === 'stream' && view.name(value.dict, 'Subtype') === 'Form'

import type { OfdLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import { locationOf } from '../package/location.ts'
import type { OfdPackage } from '../package/read-package.ts'
import { type OfdBody, readPart } from '../structure/read-document.ts'
import { boxOf, type OfdStamp } from '../structure/read-signatures.ts'
import { childNamed, childrenNamed } from '../xml/ofd-elements.ts'
import type { XmlElement } from '../xml/read-xml.ts'

type Box = OfdStamp['box']

/**
 * Where something is drawn on the pages of a document. GB/T 33190-2016 §8.3 clips every object at its /Boundary, so
 * that what lies outside all of them covers nothing.
 */
export class PageObjects {
  readonly #files: OfdPackage
  readonly #body: OfdBody
  readonly #limits: OfdLimits
  readonly #known = new Map<string, Box[] | undefined>()

  constructor(files: OfdPackage, body: OfdBody, limits: OfdLimits) {
    this.#files = files
    this.#body = body
    this.#limits = limits
  }

  /** Whether a stamp may cover something; what cannot be read may be anywhere. */
  mayCover({ page, box }: OfdStamp, others: readonly OfdStamp[]): boolean {
    const boxes = this.#boxes(page)
    const stamps = others.filter((other) => other.page === page).map((other) => other.box)
    return boxes === undefined || [...boxes, ...stamps].some((other) => overlaps(box, other))
  }

  #boxes(id: string): Box[] | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.#read(id))
    return this.#known.get(id)
  }

  #read(id: string): Box[] | undefined {
    const pages = this.#body.pages.filter((page) => page.id === id)
    const [page] = pages
    if (!page || pages.length > 1) return undefined
    try {
      const root = readPart(this.#files, page.file, this.#limits)
      const templates = childrenNamed(root, 'Template').map((one) => this.#template(one))
      return [...[root, ...templates].flatMap((one) => drawn(childNamed(one, 'Content'))), ...this.#annotations(id)]
    } catch (error) {
      if (error instanceof OfdFault && error.code !== 'budget-exceeded') return undefined
      throw error
    }
  }

  #template(reference: XmlElement): XmlElement {
    const id = reference.attributes.get('TemplateID')
    const common = childNamed(this.#body.document, 'CommonData')
    const template = common && childrenNamed(common, 'TemplatePage').find((one) => one.attributes.get('ID') === id)
    const location = template?.attributes.get('BaseLoc')
    if (location === undefined) throw new OfdFault('ofd-structure', 'template')
    return readPart(this.#files, locationOf(location, this.#body.root), this.#limits)
  }

  #annotations(id: string): Box[] {
    const list = childNamed(this.#body.document, 'Annotations')?.text.trim()
    if (!list) return []
    const file = locationOf(list, this.#body.root)
    return childrenNamed(readPart(this.#files, file, this.#limits), 'Page')
      .filter((page) => page.attributes.get('PageID') === id)
      .flatMap((page) => {
        const annotations = readPart(
          this.#files,
          locationOf(childNamed(page, 'FileLoc')?.text ?? '', file),
          this.#limits,
        )
        return childrenNamed(annotations, 'Annot').flatMap(drawn)
      })
  }
}

/** The outermost boxes below an element; an object without one is an unknown place. */
function drawn(element: XmlElement | undefined): Box[] {
  const waiting = [...(element?.children ?? [])]
  const boxes: Box[] = []
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const boundary = one.attributes.get('Boundary')
    if (boundary !== undefined) boxes.push(boxOf(boundary))
    else if (one.name.endsWith('Object')) throw new OfdFault('ofd-structure', `${one.name} without Boundary`)
    else for (const child of one.children) waiting.push(child)
  }
  return boxes
}

const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

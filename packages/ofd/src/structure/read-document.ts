import { locationOf } from '../package/location.ts'
import type { OfdLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import type { OfdPackage } from '../package/read-package.ts'
import {
  childNamed,
  childrenNamed,
  expectOfd,
  requiredAttribute,
  requiredChild,
  requiredText,
} from '../xml/ofd-elements.ts'
import { readXml, type XmlElement } from '../xml/read-xml.ts'

/** One page: its ID, and the file with what is drawn on it. */
export interface OfdPage {
  id: string
  file: string
}

/** One document of a package, of which there may be several (GB/T 33190-2016 §7.4). */
export interface OfdBody {
  /** Document.xml. */
  root: string
  document: XmlElement
  pages: OfdPage[]
  /** Signatures.xml, when the document has one. */
  signatures?: string
}

/** The entry of every package (§7.2). */
export const entryFile = 'OFD.xml'

/** Reads a file of the package as XML; throws `OfdFault`, also when there is none. */
export function readPart(files: OfdPackage, name: string, limits: OfdLimits): XmlElement {
  const bytes = files.readToParse(name)
  if (!bytes) throw new OfdFault('ofd-structure', `${name} is missing`)
  return readXml(bytes, limits)
}

/** The documents of a package with their pages in order. Throws `OfdFault`. */
export function readBodies(files: OfdPackage, limits: OfdLimits): OfdBody[] {
  const entry = readPart(files, entryFile, limits)
  expectOfd(entry, 'OFD')
  const bodies = childrenNamed(entry, 'DocBody')
  if (bodies.length === 0) throw new OfdFault('ofd-structure', 'no DocBody')
  if (bodies.length > limits.signatures) throw new OfdFault('budget-exceeded', 'documents')
  return bodies.map((body) => {
    const root = locationOf(requiredText(body, 'DocRoot'), entryFile)
    const document = readPart(files, root, limits)
    expectOfd(document, 'Document')
    const signatures = childNamed(body, 'Signatures')?.text.trim()
    return {
      root,
      document,
      pages: pagesOf(document, root),
      ...(signatures && { signatures: locationOf(signatures, entryFile) }),
    }
  })
}

function pagesOf(document: XmlElement, root: string): OfdPage[] {
  return childrenNamed(requiredChild(document, 'Pages'), 'Page').map((page) => ({
    id: requiredAttribute(page, 'ID'),
    file: locationOf(requiredAttribute(page, 'BaseLoc'), root),
  }))
}

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
import type { XmlElement } from '../xml/read-xml.ts'
import { readPart } from './read-document.ts'

/** An entry of Signatures.xml (GB/T 33190-2016 §18.1). */
export interface ListedSignature {
  id: string
  /** `Seal` for an electronic seal, `Sign` for a signature alone. */
  type: string
  /** Its Signature.xml. */
  file: string
}

/** Lists the signatures of a document. Throws `OfdFault` for anything in the list that is none: nothing signs it. */
export function readSignatureList(files: OfdPackage, list: string, limits: OfdLimits): ListedSignature[] {
  const root = readPart(files, list, limits)
  expectOfd(root, 'Signatures')
  const stranger = root.children.find(({ name }) => name !== 'MaxSignId' && name !== 'Signature')
  if (stranger) throw new OfdFault('ofd-xml-malformed', `${stranger.name} in ${list}`)
  return childrenNamed(root, 'Signature').map((entry) => ({
    id: requiredAttribute(entry, 'ID'),
    type: entry.attributes.get('Type') ?? 'Seal',
    file: locationOf(requiredAttribute(entry, 'BaseLoc'), list),
  }))
}

/** A place of a seal on a page: millimetres from the page's top left. */
export interface OfdStamp {
  page: string
  box: { x: number; y: number; width: number; height: number }
}

/** One Signature.xml (§18.2). */
export interface OfdSignature {
  /** As it is written. */
  at: string
  checkMethod: string
  references: { file: string; value: string }[]
  stamps: OfdStamp[]
  /** A file with the seal that readers show. */
  seal?: string
  /** SignedValue.dat. */
  value: string
}

/** Reads one Signature.xml. Throws `OfdFault`. */
export function readSignature(root: XmlElement, file: string): OfdSignature {
  expectOfd(root, 'Signature')
  const info = requiredChild(root, 'SignedInfo')
  const references = requiredChild(info, 'References')
  const seal = childNamed(info, 'Seal')
  return {
    at: childNamed(info, 'SignatureDateTime')?.text.trim() ?? '',
    // §18.2.2: without a word it is MD5.
    checkMethod: references.attributes.get('CheckMethod')?.trim() ?? 'MD5',
    references: childrenNamed(references, 'Reference').map((one) => ({
      file: locationOf(requiredAttribute(one, 'FileRef'), file),
      value: requiredText(one, 'CheckValue').replaceAll(/\s/g, ''),
    })),
    stamps: childrenNamed(info, 'StampAnnot').map((one) => ({
      page: requiredAttribute(one, 'PageRef'),
      box: boxOf(requiredAttribute(one, 'Boundary')),
    })),
    ...(seal && { seal: locationOf(requiredText(seal, 'BaseLoc'), file) }),
    value: locationOf(requiredText(root, 'SignedValue'), file),
  }
}

/** An ST_Box: four numbers. Throws `OfdFault`. */
export function boxOf(text: string): OfdStamp['box'] {
  const numbers = text.trim().split(/\s+/).map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) throw new OfdFault('ofd-structure', `box ${text}`)
  if (x === undefined || y === undefined || width === undefined || height === undefined || width < 0 || height < 0) {
    throw new OfdFault('ofd-structure', `box ${text}`)
  }
  return { x, y, width, height }
}

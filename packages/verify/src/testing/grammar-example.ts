import { foreignPdf } from '@moqi/form/testing/foreign-document'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, appendSection, readForTests, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { compareRevisions } from '../diff/compare-revisions.ts'
import type { Rule } from '../diff/rule.ts'
import { sideOf } from '../diff/revision-pair.ts'

/** Writes an object anew. */
export type Edit = (bytes: Buffer) => WrittenObject

/** A change that one rule decides: the name of the rule, the kinds of all facts, and two revisions of `foreignPdf`. */
export interface Example {
  rule: string
  facts: string
  before?: Edit[]
  /** More entries of the first revision's trailer. */
  trailer?: string
  after?: Edit[]
  /** What the second revision's section says, where it is nothing but a section. */
  section?: { entries?: string; trailer: string }
  /** More entries of the second revision's trailer. */
  added?: string
}

/** An object of its own. */
export const put =
  (number: number, body: string): Edit =>
  () => ({ number, body })

/** A dictionary with more entries. */
export const add =
  (number: number, entries: string): Edit =>
  (bytes) => ({ number, body: sourceOf(bytes, number).replace(/>>$/, `${entries}>>`) })

/** An object with something else in the place of a part. */
export const swap =
  (number: number, from: string, to: string): Edit =>
  (bytes) => {
    const body = sourceOf(bytes, number)
    if (!body.includes(from)) throw new Error(`object ${number} has no ${from}`)
    return { number, body: body.replace(from, to) }
  }

/** A stream with a content and more entries. */
export const stream = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** Kinds of the facts between the two revisions of an example, held against some rules. */
export function factsOf(
  { before = [], trailer, after = [], added, section }: Example,
  rules?: readonly Rule[],
): string {
  const base = foreignPdf()
  const first = appendIncrement(
    base,
    before.map((edit) => edit(base)),
    trailer,
  )
  const second = section
    ? appendSection(first, section.entries ?? '0 0\n', `/Size 60${section.trailer}`)
    : appendIncrement(
        first,
        after.map((edit) => edit(first)),
        added,
      )
  const [older, newer] = readForTests(second)
    .views.slice(-2)
    .map((view) => readModel(view))
  if (!older || !newer) throw new Error('a revision cannot be read')
  return compareRevisions(sideOf(older), sideOf(newer), rules)
    .map(({ kind, field }) => (field === undefined ? kind : `${kind} ${field}`))
    .join(', ')
}

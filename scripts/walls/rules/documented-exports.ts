import type { ParseResult } from 'oxc-parser'
import { isSource } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'

type Statement = ParseResult['program']['body'][number]

const fewestWords = 3

/**
 * Exports without a sentence before them, or with one that says nothing. A type of the same name as a documented value
 * needs none of its own.
 */
export function findUndocumented(source: Source): Finding[] {
  const { path, program, lineAt } = source
  if (!isSource(path)) return []
  const exports = program.body.map((statement, index) => ({
    names: exportedNames(statement),
    line: lineAt(statement.start),
    isSaid: says(docOf(source, statement, program.body[index - 1]?.end ?? 0)),
  }))
  const said = new Set(exports.flatMap(({ names, isSaid }) => (isSaid ? names : [])))
  return exports.flatMap(({ names, line }) => {
    const bare = names.filter((name) => !said.has(name))
    return bare.length ? [{ file: path, line, rule: 'undocumented', text: `${bare.join(', ')} has no sentence` }] : []
  })
}

/** The comment that ends where the statement begins. */
function docOf({ text, comments }: Source, { start }: Statement, from: number): string {
  const isDoc = (comment: Source['comments'][number]) =>
    comment.start >= from && comment.end <= start && text.slice(comment.end, start).trim() === ''
  const doc = comments.findLast(isDoc)
  return doc?.type === 'Block' && doc.value.startsWith('*') ? doc.value : ''
}

/** Whether a comment is a sentence: three words, or as many characters as make one in Chinese. */
const says = (doc: string): boolean =>
  (doc.match(/[\p{L}\p{N}]+/gu) ?? []).length >= fewestWords || /\p{Script=Han}{4}/u.test(doc)

/** What a statement exports under its own name; nothing for re-exports and default exports. */
function exportedNames(statement: Statement): string[] {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
  const { declaration } = statement
  if (declaration.type === 'VariableDeclaration') {
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  }
  return 'id' in declaration && declaration.id && 'name' in declaration.id ? [declaration.id.name] : []
}

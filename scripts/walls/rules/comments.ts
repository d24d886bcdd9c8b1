import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'

const widest = 120
/** What tells a tool to look away. */
const looksAway =
  /(?:ox|es|ts|style)lint-disable|@ts-(?:ignore|expect-error|nocheck)|(?:prettier|oxfmt|biome|knip)-ignore|(?:istanbul|c8|v8) ignore|@(?:public|internal|alias|beta)\b/

/** Comments that switch a check off, and lines of comments that nobody can read whole. */
export function findComments({ path, text, comments, lineAt }: Source): Finding[] {
  return comments.flatMap(({ value, start, end }) => {
    const found: Finding[] = []
    const line = lineAt(start)
    const away = looksAway.exec(value)
    if (away)
      found.push({ file: path, line, rule: 'suppression', text: `${away[0]}: the check stays, the code changes` })
    const from = text.lastIndexOf('\n', start) + 1
    for (const [index, row] of text.slice(from, end).split('\n').entries()) {
      const length = [...row].length
      if (length <= widest) continue
      found.push({
        file: path,
        line: line + index,
        rule: 'comment-width',
        text: `${length} characters, ${widest} at most`,
      })
    }
    return found
  })
}

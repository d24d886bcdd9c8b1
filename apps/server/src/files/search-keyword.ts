import type { file } from '@moqi/api/file'
import { chosenMatch } from '@moqi/pdf/text-search/find-text'
import type { Handler } from '#src/platform/handlers.ts'
import { readableFile } from './readable-file.ts'

/** Where a keyword stands in a file the member may read: by default its last occurrence (domain.md 2.2). */
export const searchKeyword: Handler<typeof file.searchKeyword> = async (
  deps,
  member,
  { keyword, wholeWord, order, index, pageArray, from, ...question },
) => {
  const { document } = await readableFile(deps, member, question)
  const isMarked = /^\^.+\^$/s.test(keyword)
  const typed = wholeWord && !isMarked ? `^${keyword}^` : keyword
  const matches = await deps.workshop.findText(document.bytes, typed, { pages: pageArray, from })
  const match = chosenMatch(matches, { order, index })
  return { total: matches.length, match: match ? { page: match.page, boxArray: [...match.boxes] } : null }
}

import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { chosenMatch } from '@moqi/pdf/text-search/find-text'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readableFile } from './readable-file.ts'

type SearchKeyword = typeof file.searchKeyword

/** Where a keyword stands in a file the member may read: by default its last occurrence (domain.md 2.2). */
export async function searchKeyword(
  deps: Pick<Deps, 'db' | 'blobs' | 'workshop'>,
  member: Member,
  { keyword, wholeWord, order, index, pageArray, from, ...question }: Input<SearchKeyword>,
): Promise<Output<SearchKeyword>> {
  const { document } = await readableFile(deps, member, question)
  const isMarked = /^\^.+\^$/s.test(keyword)
  const typed = wholeWord && !isMarked ? `^${keyword}^` : keyword
  const matches = await deps.workshop.findText(document.bytes, typed, { pages: pageArray, from })
  const match = chosenMatch(matches, { order, index })
  return { total: matches.length, match: match ? { page: match.page, boxArray: [...match.boxes] } : null }
}

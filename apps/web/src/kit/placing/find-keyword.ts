import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { isOfFamily } from '@moqi/domain/contract/controls'
import type { AreaKind } from './area-kinds.ts'
import type { Box } from './placing-geometry.ts'

/** Which occurrence is meant: the `index`-th (from 1) from the first or from the last. */
export type KeywordChoice = { order: 'first' | 'last'; index: number }

/** What is asked of one file; without `from`, all of it. */
export type KeywordQuestion = KeywordChoice & { from?: { page: number } }

/** Where a keyword stands: `fileIndex` from 0, `page` from 1, `box` in mm around the end of it. */
export type KeywordPlace = { fileIndex: number; page: number; box: Box }

type Answer = Output<Table['searchKeyword']>

/**
 * Counts through all files as through one, and their pages too: `fromPage` is of the whole contract, from 1. Answers
 * the place, or how many occurrences there are when too few.
 */
export async function findKeyword(
  pageCounts: readonly number[],
  { order, index, fromPage }: KeywordChoice & { fromPage: number },
  search: (fileIndex: number, question: KeywordQuestion) => Promise<Answer>,
): Promise<KeywordPlace | number> {
  let before = 0
  const files = pageCounts.flatMap((pages, fileIndex) => {
    const page = fromPage - before
    before += pages
    if (page > pages) return []
    return { fileIndex, ...(page > 1 && { from: { page } }) }
  })
  let total = 0
  for (const { fileIndex, ...part } of order === 'last' ? files.toReversed() : files) {
    const answer = await search(fileIndex, { order, index: index - total, ...part })
    const box = answer.match?.boxArray.at(-1)
    if (answer.match && box) return { fileIndex, page: answer.match.page, box }
    total += answer.total
  }
  return total
}

/** Millimetres between a keyword and what is written after it. */
const gap = 2

/** The middle of an area at a keyword: a seal lies over the words, writing follows them. */
export function pointAtKeyword({ box }: KeywordPlace, kind: AreaKind, areaWidth: number): { x: number; y: number } {
  const y = box.y + box.height / 2
  const over = isOfFamily(kind, 'seal')
  return { x: over ? box.x + box.width / 2 : box.x + box.width + gap + areaWidth / 2, y }
}

import { equalValues, itemsOf } from '@moqi/pdf/read/values'
import type { Change, Condition } from '../rule.ts'

/** D35: whether an entry is there no more. */
export const isDropped: Condition = ({ after }) => after === undefined

/** P10: whether the first half of the file's identifier stays; the second one names the revision. */
export function keepsFirstId({ pair: { older, newer } }: Change): boolean {
  const [before] = itemsOf(older.view.get(older.view.trailer, 'ID'))
  const [after] = itemsOf(newer.view.get(newer.view.trailer, 'ID'))
  return equalValues(before, after)
}

/** D36: an encrypted file is read by its identifier. */
export const wasEncrypted: Condition = ({ pair }) => pair.older.view.encrypted

/** D14: whether the information dictionary is a stream, whose bytes might be used elsewhere. */
export const isStreamNow: Condition = ({ pair, after }) => pair.newer.view.resolve(after).kind === 'stream'

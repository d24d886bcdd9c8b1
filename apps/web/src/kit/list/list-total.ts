import { operationLimits } from '@moqi/domain/contract/after-sending'

/**
 * What is known of a list: its total if there is one, or how many a filter found; the rows before this page and on
 * it, and whether more follow.
 */
export type ListExtent = {
  total: number | undefined
  found?: number | undefined
  before: number
  onPage: number
  more: boolean
}

/** 共{n}条 where the number is kept, else what has been seen so far with a plus (checklist Z14). */
export function totalText({ total, found, before, onPage, more }: ListExtent): string {
  if (total !== undefined) return `共${total}条`
  const { countedRows } = operationLimits
  if (found !== undefined) return found > countedRows ? `共${countedRows}+条` : `共${found}条`
  return more ? `共${before + onPage}+条` : `共${before + onPage}条`
}

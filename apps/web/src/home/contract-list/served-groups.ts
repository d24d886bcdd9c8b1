import type { Totals } from '@moqi/api/task'
import { wireStatus } from '@moqi/api/wire/contract'
import { categoryGroups, type Category } from '@moqi/domain/contract/categories'

/** What stands among the categories; approvals are no contracts and have a list of their own. */
export type ServedCategory = Category | 'myapproval'

const basic = new Set<string>(
  categoryGroups.flat().filter((category) => category !== 'cc' && category !== 'myapproval'),
)

/**
 * The categories the server counts, in their groups; before it has answered, those every list has. Applications for the
 * use of seals (`approves`) are a company's.
 */
export function servedGroups(totals: Totals | undefined, approves: boolean): ServedCategory[][] {
  const served = (category: ServedCategory) =>
    category === 'myapproval' && !approves ? false : totals ? wireStatus(category) in totals : basic.has(category)
  return categoryGroups.map((group) => group.filter(served)).filter((group) => group.length > 0)
}

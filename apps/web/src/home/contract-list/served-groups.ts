import type { Totals } from '@moqi/api/task'
import { wireStatus } from '@moqi/api/wire/contract'
import { categoryGroups, type Category } from '@moqi/domain/contract/categories'

const basic = new Set<string>(
  categoryGroups.flat().filter((category) => category !== 'cc' && category !== 'myapproval'),
)

/** The categories the server counts, in their groups; before it has answered, those every list has. */
export function servedGroups(totals: Totals | undefined): Category[][] {
  const served = (category: Category) => (totals ? wireStatus(category) in totals : basic.has(category))
  return categoryGroups
    .map((group) => group.filter((category): category is Category => category !== 'myapproval' && served(category)))
    .filter((group) => group.length > 0)
}

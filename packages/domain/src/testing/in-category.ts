import { type Category, categoryRules } from '../contract/categories.ts'
import { rowStatus, type RowView } from '../contract/row-policy.ts'

/** Whether a viewer's row that was not put away belongs to the category. */
export function inCategory(category: Category, view: RowView): boolean {
  const rule = categoryRules[category]
  if (rule.inBin) return false
  if (rule.role === 'initiator' && !view.isInitiator) return false
  if (rule.role === 'cc' && !view.isCc) return false
  return rule.rowStatuses === 'any' || rule.rowStatuses.includes(rowStatus(view))
}

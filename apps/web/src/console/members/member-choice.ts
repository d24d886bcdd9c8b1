import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { memberChangeLimits } from '@moqi/domain/spaces/member-change'

/** What the list is narrowed by. */
export type MemberSearch = { keyword: string; departmentId: string }
/** Members that were ticked, by id, over all pages; or all whom the search finds. */
export type MemberChoice = { is: 'ticked'; ids: readonly string[] } | { is: 'found'; number: number }

/** The choice of nobody. */
export const nobody: MemberChoice = { is: 'ticked', ids: [] }

/** How many are chosen. */
export const chosenNumber = (choice: MemberChoice): number =>
  choice.is === 'found' ? choice.number : choice.ids.length

/** Whether a member is. */
export const isChosen = (choice: MemberChoice, memberId: string): boolean =>
  choice.is === 'found' || choice.ids.includes(memberId)

/** The choice after members of a page were ticked or unticked; of all found the rest of the page stays. */
export function ticked(
  choice: MemberChoice,
  { page, ids, on }: { page: readonly string[]; ids: readonly string[]; on: boolean },
): MemberChoice {
  const before = choice.is === 'found' ? page : choice.ids
  const others = before.filter((id) => !ids.includes(id))
  return { is: 'ticked', ids: (on ? [...others, ...ids] : others).slice(0, memberChangeLimits.members) }
}

/** Whom `changeMembers` is asked about. */
export const askedOf = (
  choice: MemberChoice,
  { keyword, departmentId }: MemberSearch,
): Pick<Sent<Table['changeMembers']>, 'memberIdArray' | 'keyword' | 'inDepartmentId'> =>
  choice.is === 'found'
    ? { ...(keyword && { keyword }), inDepartmentId: departmentId || null }
    : { memberIdArray: [...choice.ids] }

import { useSpace } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { seesAllContracts } from '../../kit/space/space-facts.ts'
import { filterSearch, noFilter, type ListFilter } from '../../kit/list/list-filter.ts'
import './scope-switch.css'

const scopes = [
  ['own', '我的'],
  ['company', '全企业'],
] as const

/** 我的 or all contracts of the company, for its administrators and whom they let (checklist I9). */
export function ScopeSwitch({ filter }: { filter: ListFilter }) {
  const space = useSpace((state) => state.current)
  if (!seesAllContracts(space)) return null
  const searchOf = (scope: ListFilter['scope']) =>
    filterSearch({ ...noFilter, scope, status: filter.status, pageSize: filter.pageSize })
  return (
    <nav className="scope-switch" aria-label="合同范围">
      {scopes.map(([scope, label]) => (
        <Link key={scope} to={searchOf(scope)} aria-current={scope === filter.scope ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** What the company's list is, and what a look at a colleague's contract leaves behind. */
export const ScopeNote = ({ filter }: { filter: ListFilter }) =>
  filter.scope === 'company' && (
    <p className="scope-note">企业内所有成员的合同；同事的合同仅可查看和下载，查看会留下记录。</p>
  )

import type { Totals } from '@moqi/api/task'
import { wireStatus } from '@moqi/api/wire/contract'
import { categoryLabels, type Category } from '@moqi/domain/contract/categories'
import { Link } from '../../router/link.tsx'
import { useSpace } from '../../client/space-store.ts'
import { approvalsPath } from '../../kit/approval/approval-paths.ts'
import { useStrip } from '../../ui/use-strip.ts'
import { servedGroups, type ServedCategory } from './served-groups.ts'

type ListCategoriesProps = { current: Category; totals: Totals | undefined; searchOf: (category: Category) => string }

/** The contract list's categories with their counters: a column on a desktop, a strip on a phone. */
export function ListCategories({ current, totals, searchOf }: ListCategoriesProps) {
  // Counters widen what stands before it.
  const strip = useStrip(totals ? current : '')
  const approves = useSpace((state) => state.current?.spaceType === 'company')
  return (
    <nav className="cats" aria-label="合同分类" ref={strip}>
      {servedGroups(totals, approves).map((group) => (
        <ul key={group[0]}>
          {group.map((category) => (
            <li key={category}>
              <Link
                to={category === 'myapproval' ? approvalsPath : searchOf(category)}
                aria-current={category === current ? 'page' : undefined}
              >
                {categoryLabels[category]}
                {totals && <Count category={category} number={totals[wireStatus(category)] ?? 0} />}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

const hot: ReadonlySet<ServedCategory> = new Set(['iSign', 'myapproval'])

function Count({ category, number }: { category: ServedCategory; number: number }) {
  return <span className={hot.has(category) && number > 0 ? 'hot' : ''}>{number}</span>
}

import type { Totals } from '@moqi/api/task'
import { wireStatus } from '@moqi/api/wire/contract'
import { categoryLabels, type Category } from '@moqi/domain/contract/categories'
import { Link } from '../../router/link.tsx'
import { useStrip } from '../../ui/use-strip.ts'
import { servedGroups } from './served-groups.ts'

type ListCategoriesProps = { current: Category; totals: Totals | undefined; searchOf: (category: Category) => string }

/** The contract list's categories with their counters: a column on a desktop, a strip on a phone. */
export function ListCategories({ current, totals, searchOf }: ListCategoriesProps) {
  // Counters widen what stands before it.
  const strip = useStrip(totals ? current : '')
  return (
    <nav className="cats" aria-label="合同分类" ref={strip}>
      {servedGroups(totals).map((group) => (
        <ul key={group[0]}>
          {group.map((category) => (
            <li key={category}>
              <Link to={searchOf(category)} aria-current={category === current ? 'page' : undefined}>
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

function Count({ category, number }: { category: Category; number: number }) {
  return <span className={category === 'iSign' && number > 0 ? 'hot' : ''}>{number}</span>
}

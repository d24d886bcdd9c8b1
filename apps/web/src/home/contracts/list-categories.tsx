import { categoryLabels, type Category } from '@moqi/domain/contract/categories'
import { useEffect, useRef } from 'react'
import { Link } from '../../router/link.tsx'
import { servedGroups, type Totals } from './served-groups.ts'

type ListCategoriesProps = { current: Category; totals: Totals | undefined; searchOf: (category: Category) => string }

/** The contract list's categories with their counters: a column on a desk, a strip on a phone. */
export function ListCategories({ current, totals, searchOf }: ListCategoriesProps) {
  const strip = useRef<HTMLElement>(null)
  const counted = totals !== undefined
  useEffect(() => {
    // Counters widen what stands before it.
    if (!counted) return
    const now = strip.current?.querySelector<HTMLElement>(`[data-category="${current}"]`)
    if (strip.current && now) strip.current.scrollLeft = now.offsetLeft - strip.current.clientWidth / 2
  }, [current, counted])
  return (
    <nav className="cats" aria-label="合同分类" ref={strip}>
      {servedGroups(totals).map((group) => (
        <ul key={group[0]}>
          {group.map((category) => (
            <li key={category}>
              <Link
                to={searchOf(category)}
                data-category={category}
                aria-current={category === current ? 'page' : undefined}
              >
                {categoryLabels[category]}
                {totals && <Count category={category} number={totals[category] ?? 0} />}
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

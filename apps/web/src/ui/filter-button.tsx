import { SlidersHorizontal } from 'lucide-react'
import './filter-button.css'

type FilterButtonProps = {
  /** How many filters are asked for that it hides. */
  asked: number
  /** Where it folds them out in place. */
  expanded?: boolean
  onClick: () => void
}

/** On a phone: the filters that stand behind one button. */
export const FilterButton = ({ asked, expanded, onClick }: FilterButtonProps) => (
  <button
    type="button"
    className={asked > 0 ? 'filter-button only-phone asked' : 'filter-button only-phone'}
    aria-label={asked > 0 ? `筛选，已选${asked}项` : '筛选'}
    aria-expanded={expanded}
    onClick={onClick}
  >
    <SlidersHorizontal size={20} />
  </button>
)

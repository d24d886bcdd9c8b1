import { Search } from 'lucide-react'
import type { InputHTMLAttributes } from 'react'
import './search-box.css'

type SearchBoxProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Its name, and what stands in it while it is empty. */
  label: string
}

/** The field in which one types what is looked for. */
export function SearchBox({ label, ...rest }: SearchBoxProps) {
  return (
    <label className="search-box">
      <Search size={16} />
      <input type="search" enterKeyHint="search" aria-label={label} placeholder={label} maxLength={100} {...rest} />
    </label>
  )
}

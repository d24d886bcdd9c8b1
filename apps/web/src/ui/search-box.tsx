import { Search } from 'lucide-react'
import { Input, type InputProps } from './input.tsx'
import './search-box.css'

/** The field in which one types what is looked for; `label` is its name, and stands in it while it is empty. */
export function SearchBox({ label, ...rest }: InputProps & { label: string }) {
  return (
    <Input
      className="search-box"
      type="search"
      start={<Search size={16} />}
      enterKeyHint="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      {...rest}
    />
  )
}

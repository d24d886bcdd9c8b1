import { useEffect, useRef, useState } from 'react'
import { SearchBox } from './search-box.tsx'

type SearchFieldProps = {
  /** Its name, and what stands in it while it is empty. */
  label: string
  /** What is being looked for. */
  value: string
  onSearch: (value: string) => void
  first?: boolean
  maxLength?: number
}

/** ms of rest after which what was typed is looked for. */
const rest = 300

/** Looks while one types: after a short rest, at once on Enter, and never in the middle of composing a character. */
export function SearchField({ label, value, onSearch, first = false, maxLength = 100 }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [given, setGiven] = useState(value)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Somebody else has changed what is looked for: a link back, 清除筛选条件.
  if (value !== given) {
    setGiven(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const look = (text: string, after: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onSearch(text.trim()), after)
  }
  return (
    <SearchBox
      label={label}
      maxLength={maxLength}
      value={typed}
      {...(first && { 'data-first': '' })}
      onChange={(event) => {
        const text = event.target.value
        setTyped(text)
        const { nativeEvent } = event
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) look(text, rest)
      }}
      onCompositionEnd={(event) => look(event.currentTarget.value, rest)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) look(typed, 0)
      }}
    />
  )
}

import type { ReactNode } from 'react'
import './choice-row.css'

type ChoiceRowProps = {
  /** Of the group of radios. */
  group: string
  mark: ReactNode
  label: string
  says: string
  checked: boolean
  onChoose: () => void
}

/** One of a few ways to go on, with what it means. */
export function ChoiceRow({ group, mark, label, says, checked, onChoose }: ChoiceRowProps) {
  return (
    <label className="choice-row">
      <input type="radio" name={group} className="sr" checked={checked} onChange={onChoose} />
      {mark}
      <span>
        <b>{label}</b>
        <span>{says}</span>
      </span>
    </label>
  )
}

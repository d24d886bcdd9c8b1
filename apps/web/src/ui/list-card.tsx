import type { ReactNode } from 'react'
import { Facts } from './facts.tsx'
import './list-card.css'

type ListCardProps = {
  title: ReactNode
  tag?: ReactNode
  facts: readonly (readonly [label: string, value: string])[]
  /** What is said of the row below its facts. */
  note?: ReactNode
  foot: ReactNode
  actions: ReactNode
}

/** A row on a phone: what, where it stands, its facts, and the next step. */
export function ListCard({ title, tag, facts, note, foot, actions }: ListCardProps) {
  return (
    <article className="list-card">
      <div className="spread">
        <h3 className="clip">{title}</h3>
        {tag}
      </div>
      <Facts facts={facts} clip />
      {note}
      <div className="spread list-card-foot">
        <span className="row small muted">{foot}</span>
        <span className="row">{actions}</span>
      </div>
    </article>
  )
}

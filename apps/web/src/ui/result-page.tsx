import type { ReactNode } from 'react'
import './result-page.css'

/** One outcome in the middle of the page: art, title, what it means, what to do next. */
export function ResultPage(props: { art: ReactNode; title: string; children?: ReactNode; actions: ReactNode }) {
  return (
    <section className="result">
      <div className="result-art">{props.art}</div>
      <h1>{props.title}</h1>
      {props.children && <div className="result-text">{props.children}</div>}
      <div className="result-acts">{props.actions}</div>
    </section>
  )
}

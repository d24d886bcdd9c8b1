import './two-lines.css'

type TwoLinesProps = {
  name: string
  /** The second line; empty or absent leaves one line. */
  company?: string
  /** The whole text where the two lines are a short form of it. */
  title?: string
}

/** One line over another, both clipped: a person over a company, a name over what belongs to it. */
export function TwoLines({ name, company, title }: TwoLinesProps) {
  return (
    <span className="two-lines" title={title ?? (company ? `${name} ${company}` : name)}>
      <span className="clip">{name}</span>
      {company && <span className="clip">{company}</span>}
    </span>
  )
}

import './who.css'

/** One line over another, both clipped: a person over a company, a date over a time. */
export function Who({ name, company }: { name: string; company?: string | undefined }) {
  return (
    <span className="who" title={company ? `${name} ${company}` : name}>
      <span className="clip">{name}</span>
      {company && <span className="clip">{company}</span>}
    </span>
  )
}

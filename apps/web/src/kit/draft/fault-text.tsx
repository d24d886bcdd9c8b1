import './fault-text.css'

/** What is wrong with a field, under it and read aloud; nothing when all is well. */
export function FaultText({ id, children }: { id?: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="fault-text" role="alert">
      {children}
    </p>
  )
}

/** A round seal as it might be, while it is not known which one will be used; it fills its holder. */
export function SealSketch() {
  return (
    <svg viewBox="0 0 42 42" className="seal-sketch" aria-hidden="true">
      <circle cx="21" cy="21" r="20.2" />
      <circle cx="21" cy="21" r="15.5" className="ring" />
      <path d="M21 14l1.57 4.84h5.09l-4.12 2.99 1.58 4.84L21 23.68l-4.12 2.99 1.58-4.84-4.12-2.99h5.09z" />
    </svg>
  )
}

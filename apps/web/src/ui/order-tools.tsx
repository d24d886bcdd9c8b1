import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'

type OrderToolsProps = {
  subject: string
  className: string
  /** Its place among `count`, from 0. */
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves one of an ordered list a place up or down, or takes it out. */
export function OrderTools({ subject, className, index, count, onMove, onRemove }: OrderToolsProps) {
  return (
    <div className={className}>
      <button
        type="button"
        className="icon-btn"
        aria-label={`上移 ${subject}`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp size={18} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={`下移 ${subject}`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown size={18} />
      </button>
      <button type="button" className="icon-btn" aria-label={`删除 ${subject}`} onClick={onRemove}>
        <Trash2 size={18} />
      </button>
    </div>
  )
}

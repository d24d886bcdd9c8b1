import type { ReactNode } from 'react'
import '../../ui/mm-ground.css'
import './mm-paper.css'

/** CSS px a millimetre, so that what is drawn is as large as it is printed. */
export const truePxPerMm = 96 / 25.4

const marks = [30, 20, 10, 0, 10, 20, 30]

/** Paper with a line every 5 mm and rulers about its middle, where something lies at true size. */
export function MmPaper({ children }: { children: ReactNode }) {
  return (
    <div className="mm-paper">
      <Ruler className="mm-paper-top" />
      <Ruler className="mm-paper-side" />
      <div className="mm-paper-sheet mm-ground">{children}</div>
    </div>
  )
}

const Ruler = ({ className }: { className: string }) => (
  <span className={className} aria-hidden="true">
    {marks.map((mark, index) => (
      <span key={index}>{mark}</span>
    ))}
  </span>
)

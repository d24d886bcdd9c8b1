import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import './pager.css'
import { Select } from './select.tsx'

type PagerProps = {
  /** What is known of the number of rows: `共12条`, `共100+条`. */
  total: string
  pageSize: number
  onPageSize: (size: number) => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Lists page by next and previous (checklist Z14); `null` shuts a direction. */
export function Pager({ total, pageSize, onPageSize, onPrevious, onNext }: PagerProps) {
  return (
    <nav className="pager" aria-label="翻页">
      <span className="muted">{total}</span>
      <Select
        className="pager-size"
        aria-label="每页条数"
        value={pageSize}
        options={[10, 20, 50].map((size) => ({ value: size, label: `${size}条/页` }))}
        onChange={onPageSize}
      />
      <Button disabled={!onPrevious} onClick={() => onPrevious?.()}>
        <ChevronLeft size={16} />
        上一页
      </Button>
      <Button disabled={!onNext} onClick={() => onNext?.()}>
        下一页
        <ChevronRight size={16} />
      </Button>
    </nav>
  )
}

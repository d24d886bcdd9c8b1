import type { ReactNode } from 'react'
import './select-bar.css'

/** What may be done with the chosen rows; stands where the filters stood. */
export function SelectBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  return (
    <div className="select-bar" role="region" aria-label="批量操作">
      <span role="status">
        已选择<b>{count}</b>项
      </span>
      <button type="button" className="link" onClick={onClear}>
        清空
      </button>
      <span className="select-acts">{children}</span>
    </div>
  )
}

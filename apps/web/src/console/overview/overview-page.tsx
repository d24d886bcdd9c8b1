import { formatDate } from '@moqi/domain/time/format-date'
import { useSpace } from '../../client/space-store.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useNow } from '../../ui/use-now.ts'
import { CompanyFigures } from './company-figures.tsx'
import { MonthBars } from './month-bars.tsx'
import { QuotaPanel } from './quota-panel.tsx'
import { ToDoPanel } from './to-do-panel.tsx'
import './overview.css'

/** How the company stands today: its numbers, what waits for somebody, what is left to launch. */
export function OverviewPage() {
  const space = useSpace(({ current }) => current)
  const now = useNow()
  if (!space) return null
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">概览</h1>
        <p className="muted">{formatDate(now, '{y}-{m}-{d}')}</p>
      </div>
      <CompanyFigures space={space} />
      <div className="ov">
        <div className="ov-column">
          <ToDoPanel space={space} />
        </div>
        <div className="ov-column">
          <QuotaPanel space={space} />
          {hasRight(space, 'seeAllContracts') && <MonthBars space={space} />}
        </div>
      </div>
    </div>
  )
}

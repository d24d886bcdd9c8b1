import { CalendarDays } from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import './calendar-pop.css'
import { later } from './later.tsx'
import { useFloating } from './use-floating.ts'
import { isTouch } from './use-touch.ts'

const Calendar = later(
  () => import('./calendar.tsx').then((m) => m.Calendar),
  null,
  () => !isTouch(),
)

/** px; calendar.css has the width. */
const size = { width: 288, height: 316 }

type CalendarPopProps = ComponentProps<typeof Calendar> & {
  /** What is being chosen: 选择日期. */
  label: string
  anchor: RefObject<HTMLElement | null>
}

/** A calendar that floats at a date's input. */
export function CalendarPop({ label, anchor, ...rest }: CalendarPopProps) {
  const place = useFloating(true, anchor, size)
  if (!place) return null
  return (
    <div className="calendar-pop" role="dialog" aria-label={label} style={{ ...place, minHeight: size.height }}>
      <Calendar {...rest} />
    </div>
  )
}

type CalendarButtonProps = { open: boolean; label: string; onPress: () => void }

/** Opens the calendar, and goes into it. */
export function CalendarButton({ open, label, onPress }: CalendarButtonProps) {
  return (
    <button
      type="button"
      className="calendar-button"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={onPress}
    >
      <CalendarDays size={16} />
    </button>
  )
}

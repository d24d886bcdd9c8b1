import { ArrowRight } from 'lucide-react'
import { CalendarButton, CalendarPop } from './calendar-pop.tsx'
import { useCalendarPop } from './use-calendar-pop.ts'
import { useTouch } from './use-touch.ts'
import { useTypedDay } from './use-typed-day.ts'
import './control.css'
import './input.css'

/** First and last day, each `2026-12-29` or empty. */
type Range = readonly [string, string]
type DateRangeInputProps = { label: string; value: Range; onChange: (value: [string, string]) => void }

const ends = ['from', 'to'] as const

/** Two days, either of which may be left open. */
export function DateRangeInput(props: DateRangeInputProps) {
  return useTouch() ? <TouchedRange {...props} /> : <TypedRange {...props} />
}

const disorder = ([from, to]: Range) => from !== '' && to !== '' && from > to

function TouchedRange({ label, value, onChange }: DateRangeInputProps) {
  const [from, to] = value
  const invalid = disorder(value)
  return (
    <span className="control control-m input date-range" role="group" aria-label={label}>
      <span className="date-range-name">{label}</span>
      <input
        type="date"
        aria-label={`${label}起`}
        aria-invalid={invalid}
        value={from}
        onChange={(event) => onChange([event.target.value, to])}
      />
      <ArrowRight size={16} />
      <input
        type="date"
        aria-label={`${label}止`}
        aria-invalid={invalid}
        value={to}
        onChange={(event) => onChange([from, event.target.value])}
      />
    </span>
  )
}

function TypedRange({ label, value, onChange }: DateRangeInputProps) {
  const [from, to] = value
  const first = useTypedDay(from, (day) => onChange([day, to]))
  const last = useTypedDay(to, (day) => onChange([from, day]))
  const { open, setOpen, close, box, onKeyDown, opening } = useCalendarPop<(typeof ends)[number]>()
  const pick = (day: string) => {
    first.forget()
    last.forget()
    const picked: Range = open?.end === 'from' ? [day, to] : [from, day]
    onChange(disorder(picked) ? [picked[1], picked[0]] : [...picked])
    // The first end is followed by the other, unless that is there already.
    if (open?.end === 'from' && to === '') setOpen({ end: 'to', focused: true })
    else close()
  }
  const inputs = [
    ['from', first, `${label}起`],
    ['to', last, `${label}止`],
  ] as const
  const choosing = open?.end === 'to' ? `${label}止` : `${label}起`
  return (
    <span
      className="control control-m input date-range"
      role="group"
      aria-label={label}
      ref={box}
      onKeyDown={onKeyDown}
    >
      {inputs.map(([end, day, name]) => [
        end === 'to' && <ArrowRight key="arrow" size={16} />,
        <input
          key={end}
          {...day.input}
          {...opening(end)}
          className={open?.end === end ? 'choosing' : ''}
          placeholder={name}
          aria-label={name}
          aria-invalid={day.bad || disorder(value)}
        />,
      ])}
      <CalendarButton
        open={open !== null}
        label={`${label}：打开日历`}
        onPress={() => (open ? close() : setOpen({ end: 'from', focused: true }))}
      />
      {open && (
        <CalendarPop
          key={`${open.end}${open.focused}${(open.end === 'from' ? from : to).slice(0, 7)}`}
          label={`选择${choosing}`}
          anchor={box}
          value={open.end === 'from' ? from : to}
          range={value}
          focused={open.focused}
          onPick={pick}
        />
      )}
    </span>
  )
}

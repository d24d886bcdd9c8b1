import { CalendarButton, CalendarPop } from './calendar-pop.tsx'
import { Input, type InputProps } from './input.tsx'
import { useCalendarPop } from './use-calendar-pop.ts'
import { useTouch } from './use-touch.ts'
import { useTypedDay } from './use-typed-day.ts'

/** What a date takes. */
export type DateInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'start' | 'unit' | 'end' | 'ref'> & {
  /** `2026-12-29`, or empty. */
  value: string
  /** The first day that may be chosen. */
  min?: string | undefined
  onChange: (day: string) => void
}

/** A day, typed or chosen from a calendar; by touch the platform's own picker. Its name comes from outside. */
export function DateInput(props: DateInputProps) {
  const touch = useTouch()
  const { onChange, ...rest } = props
  if (touch) return <Input {...rest} type="date" onChange={(event) => onChange(event.target.value)} />
  return <TypedDate {...props} />
}

function TypedDate({ value, min, onChange, placeholder = '年-月-日', ...rest }: DateInputProps) {
  const day = useTypedDay(value, onChange)
  const { open, setOpen, close, box, onKeyDown, opening } = useCalendarPop<'day'>()
  const pick = (picked: string) => {
    day.forget()
    onChange(picked)
    close()
  }
  return (
    <span className="date-input" ref={box} onKeyDown={onKeyDown}>
      <Input
        {...rest}
        {...day.input}
        {...opening('day')}
        placeholder={placeholder}
        aria-invalid={day.bad || rest['aria-invalid']}
        end={
          <CalendarButton
            open={open !== null}
            label="打开日历"
            onPress={() => (open ? close() : setOpen({ end: 'day', focused: true }))}
          />
        }
      />
      {open && (
        <CalendarPop
          key={`${open.focused}${value.slice(0, 7)}`}
          label="选择日期"
          anchor={box}
          value={value}
          min={min}
          focused={open.focused}
          onPick={pick}
        />
      )}
    </span>
  )
}

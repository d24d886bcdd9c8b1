import { useState, type ChangeEvent } from 'react'
import { dayTyped } from './day-text.ts'

const words = '请输入日期，如2026-12-29'

/**
 * A day as text in an input. What is typed stays as typed until it is left; while it is no day the value is empty, and
 * once it is left the input says so and keeps its form from being sent.
 */
export function useTypedDay(value: string, onChange: (day: string) => void) {
  const [typed, type] = useState<string | null>(null)
  const [left, leave] = useState(false)
  const bad = typed !== null && typed.trim() !== '' && dayTyped(typed) === null
  return {
    /** Another way has given the value: what was typed no longer holds. */
    forget: () => type(null),
    bad: bad && left,
    input: {
      inputMode: 'numeric' as const,
      autoComplete: 'off',
      value: typed ?? value,
      ref: (node: HTMLInputElement | null) => node?.setCustomValidity(bad ? words : ''),
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        type(event.target.value)
        leave(false)
        onChange(dayTyped(event.target.value) ?? '')
      },
      onBlur: () => {
        leave(true)
        if (!bad) type(null)
      },
    },
  }
}

import { useEffect, useRef, type InputHTMLAttributes } from 'react'
import './slider.css'

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  value: number
  /** While it moves. */
  onMove: (value: number) => void
  /** Once it is let go, or at each key. */
  onRest: (value: number) => void
}

/** A number on a line; its name comes from outside. */
export function Slider({ onMove, onRest, ...rest }: SliderProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onRest)
  useEffect(() => {
    latest.current = onRest
  })
  // React's onChange is the browser's input event; its change event comes when the thumb is let go.
  useEffect(() => {
    const node = input.current
    const rested = () => node && latest.current(node.valueAsNumber)
    node?.addEventListener('change', rested)
    return () => node?.removeEventListener('change', rested)
  }, [])
  return (
    <input
      {...rest}
      ref={input}
      type="range"
      className="slider"
      onChange={(event) => onMove(event.target.valueAsNumber)}
    />
  )
}

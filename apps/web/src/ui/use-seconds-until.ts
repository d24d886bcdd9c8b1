import { useEffect, useState } from 'react'

const left = (until: number, now: number) => Math.max(0, Math.ceil((until - now) / 1000))

/** Whole seconds left until a moment (ms), counted down once a second; 0 when it has come. */
export function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return left(until, now)
}

import { useState } from 'react'

const key = 'largeText'

/** 大字, remembered in this browser: a flow's text a quarter larger, a contract's words instead of its pages. */
export function useLargeText() {
  const [large, setLarge] = useState(() => localStorage.getItem(key) === '1')
  const change = (next: boolean) => {
    setLarge(next)
    localStorage.setItem(key, next ? '1' : '0')
  }
  return { large, change, toggle: () => change(!large) }
}

/** What `useLargeText` gives. */
export type LargeText = ReturnType<typeof useLargeText>

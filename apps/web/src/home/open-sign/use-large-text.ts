import { useState } from 'react'

const key = 'largeText'

/** 大字: the flow's text a quarter larger, remembered in this browser. */
export function useLargeText() {
  const [large, setLarge] = useState(() => localStorage.getItem(key) === '1')
  const toggle = () => {
    setLarge(!large)
    localStorage.setItem(key, large ? '0' : '1')
  }
  return { large, toggle }
}

/** What `useLargeText` gives. */
export type LargeText = ReturnType<typeof useLargeText>

import { useState } from 'react'

type Turned = { key: string; cursors: readonly (string | null)[] }

/** The cursor of the page shown, how many lie before it, and the ways to turn; another `key` begins again. */
export function usePages(key = '') {
  const [turned, setTurned] = useState<Turned>({ key, cursors: [null] })
  const cursors = turned.key === key ? turned.cursors : [null]
  return {
    cursor: cursors.at(-1) ?? null,
    before: cursors.length - 1,
    previous: cursors.length > 1 ? () => setTurned({ key, cursors: cursors.slice(0, -1) }) : null,
    nextTo: (cursor: string | null) =>
      cursor === null ? null : () => setTurned({ key, cursors: [...cursors, cursor] }),
  }
}

/** 10, 20 or 50 rows a page. */
export const pageSizeOf = (size: number): 10 | 20 | 50 => (size === 20 || size === 50 ? size : 10)

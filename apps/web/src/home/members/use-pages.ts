import { useState } from 'react'

/** The cursors of the pages turned so far, the present one last; another `key` begins again. */
export function usePages(key: string) {
  const [turned, setTurned] = useState<{ key: string; cursors: (string | null)[] }>({ key, cursors: [null] })
  const cursors = turned.key === key ? turned.cursors : [null]
  return {
    cursor: cursors.at(-1) ?? null,
    previous: cursors.length > 1 ? () => setTurned({ key, cursors: cursors.slice(0, -1) }) : null,
    nextTo: (cursor: string | null) =>
      cursor === null ? null : () => setTurned({ key, cursors: [...cursors, cursor] }),
  }
}

import { useEffect, useState } from 'react'

/** ms until what did not come is asked for again. */
const again = 2000

/** Whether a part has come; it is asked for until it has. */
export function useFetched(fetch: () => Promise<unknown>): boolean {
  const [there, setThere] = useState(false)
  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      fetch().then(
        () => !left && setThere(true),
        () => {
          if (!left) timer = setTimeout(ask, again)
        },
      )
    }
    ask()
    addEventListener('online', ask)
    return () => {
      left = true
      clearTimeout(timer)
      removeEventListener('online', ask)
    }
  }, [fetch])
  return there
}

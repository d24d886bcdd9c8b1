import type { ReactNode } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { config } from '../../client/config.ts'
import type { Space } from '../../client/space-store.ts'
import { useConsole } from './use-console.ts'

/** While the server cannot be asked: what the page was given, else our own (checklist K12). */
const fallback = () => config.consoleUrl || '/console/'

/** Opens an authenticated company's console in a new window (checklist H16, H33); who may not enter is told why. */
export function ConsoleLink(props: { space: Space; className: string; children: ReactNode }) {
  const { space, className, children } = props
  const { data, error } = useConsole(space, true)
  if (error instanceof CallRefusal)
    return (
      <button type="button" className={className} onClick={() => showRefusal(error)}>
        {children}
      </button>
    )
  return (
    <a className={className} href={data?.consoleUrl ?? fallback()} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

import type { ReactNode } from 'react'
import { MatchMark } from './match-mark.tsx'
import './waiting.css'

type WaitingProps = { title: string; slow?: boolean; children?: ReactNode }

/** The whole page waits: the mark alone, the words for readers; `slow` says what it waits for and offers ways on. */
export function Waiting({ title, slow = false, children }: WaitingProps) {
  return (
    <main className="load" aria-busy={!slow}>
      <div className={slow ? 'load-mark' : 'load-mark going'}>
        <MatchMark state={slow ? 'alone' : 'fit'} size={72} color={slow ? '#3d414a' : '#c3311f'} />
      </div>
      <h1 className={slow ? '' : 'load-now'}>{title}</h1>
      {children}
    </main>
  )
}

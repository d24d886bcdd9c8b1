import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './lean-frame.css'
import { Logo } from './logo.tsx'

type LeanFrameProps = {
  /** The one way out, at the top right. */
  out?: ReactNode
  /** What stands at the foot: links, the telephone. */
  foot?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** A page before or beside the app: mark at left, one way out at right, one thing to do. No antd. */
export function LeanFrame({ out, foot, wide = false, children }: LeanFrameProps) {
  return (
    <div className="lean">
      <header className="lean-head">
        <Link to="/" className="lean-logo">
          <Logo height={32} />
        </Link>
        {out}
      </header>
      <main className={wide ? 'lean-main wide' : 'lean-main'}>{children}</main>
      {foot && <footer className="lean-foot">{foot}</footer>}
    </div>
  )
}

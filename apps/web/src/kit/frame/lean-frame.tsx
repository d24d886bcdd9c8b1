import type { ReactNode } from 'react'
import { config, supportHours } from '../../client/config.ts'
import { Logo } from '../../ui/logo.tsx'
import { OwnLink } from '../../ui/own-link.tsx'
import './lean-frame.css'

type LeanFrameProps = { out?: ReactNode; wide?: boolean; children: ReactNode }

/** A page before or beside the application: the mark at left, one way out at right, one thing to do. */
export function LeanFrame({ out, wide = false, children }: LeanFrameProps) {
  return (
    <div className="lean">
      <header className="lean-head">
        <OwnLink to="/" className="lean-logo" aria-label="墨契，首页">
          <Logo height={32} />
        </OwnLink>
        {out}
      </header>
      <main className={wide ? 'lean-main wide' : 'lean-main'}>{children}</main>
      <footer className="lean-foot">
        <OwnLink to="/file-check">验证文件</OwnLink>
        <OwnLink to="/documentCenter">帮助中心</OwnLink>
        {config.supportPhone && (
          <span>
            客服 {config.supportPhone}（{supportHours}）
          </span>
        )}
      </footer>
    </div>
  )
}

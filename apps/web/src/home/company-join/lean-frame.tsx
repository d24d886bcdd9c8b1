import type { ReactNode } from 'react'
import { config, supportHours } from '../../client/config.ts'
import { hrefOf } from '../../client/leave.ts'
import { HomeMark } from '../frame/app-header.tsx'
import './lean-frame.css'

/** A page beside the application: the mark at left, one way out at right, one thing to do. */
export function LeanFrame({ out, children }: { out?: ReactNode; children: ReactNode }) {
  return (
    <div className="lean">
      <header className="lean-head">
        <HomeMark />
        {out}
      </header>
      <main className="lean-main">{children}</main>
      <footer className="lean-foot">
        <a href={hrefOf('/file-check')}>验证文件</a>
        {config.supportPhone && (
          <span>
            客服 {config.supportPhone}（{supportHours}）
          </span>
        )}
      </footer>
    </div>
  )
}

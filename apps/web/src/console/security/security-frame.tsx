import type { ReactNode } from 'react'
import { type Space, useSpace } from '../../client/space-store.ts'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Segments } from '../../ui/segments.tsx'
import './security.css'

const segments = [
  { key: 'rules', label: '规则', to: '/security' },
  { key: 'sign-ins', label: '登录记录', to: '/security/sign-ins' },
]

type FrameProps = { current: string; acts?: ReactNode; children: (space: Space) => ReactNode }

/** A part of a company's security; administrators' alone. */
export function SecurityFrame({ current, acts, children }: FrameProps) {
  const space = useSpace((state) => state.current)
  if (!space) return null
  const isOpen = hasRight(space, 'manageMembers')
  return (
    <div className="con-in">
      <div className="spread sec-head">
        <h1 className="h1">企业安全</h1>
        {isOpen && acts}
      </div>
      {isOpen ? (
        <>
          <div className="sec-bar">
            <Segments label="企业安全" segments={segments} current={current} />
            <a className="link" href={inWorkspace('/space/platform-log')}>
              平台查看记录
            </a>
          </div>
          {children(space)}
        </>
      ) : (
        <p className="muted">企业安全由企业管理员设置，请联系企业管理员。</p>
      )}
    </div>
  )
}

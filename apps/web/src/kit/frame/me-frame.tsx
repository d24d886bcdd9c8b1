import { useState } from 'react'
import { useSpace, type Space } from '../../client/space-store.ts'
import { useHandle, useLocation } from '../../router/hooks.ts'
import { NavLink } from '../../router/link.tsx'
import { Outlet } from '../../router/router-view.tsx'
import { useStrip } from '../../ui/use-strip.ts'
import { hasRight, seesSeals } from '../space/space-facts.ts'
import './me-frame.css'

type Entry = readonly [label: string, path: string]

const mine: readonly Entry[] = [
  ['个人信息', '/user/info'],
  ['安全设置', '/user/settings'],
  ['个人签名', '/user/seal'],
  ['全部合同', '/user-space/contracts'],
  ['签署记录', '/user-space/signatures'],
  ['通讯录', '/user/contact'],
  ['消息', '/user/messages'],
  ['偏好设置', '/user/config'],
]

const members: Entry = ['成员管理', '/company-space/personal-management']
const seals: Entry = ['企业印章', '/company-space/admin-signatures']
const grants: Entry = ['印章授权', '/company-space/admin-authorize']
const flows: Entry = ['用印审批流程', '/company-space/admin-signatures/flows']

const integrations: readonly Entry[] = [
  ['应用', '/company-space/applications'],
  ['统一登录', '/company-space/single-sign-on'],
]

/** What the present space offers whoever is in it. */
function ofSpace(space: Space | null): readonly Entry[] {
  if (!space) return []
  const register: Entry = ['用印记录', '/space/signatures-list']
  const bill: readonly Entry[] = hasRight(space, 'buy') ? [['账单', '/user/bill']] : []
  const looks: readonly Entry[] = space.isSpaceOwner === 'yes' ? [['平台查看记录', '/space/platform-log']] : []
  if (space.spaceType === 'person') return [register, ...bill, ...looks]
  const company: Entry = ['企业信息', '/user/company-info']
  return [
    company,
    ...(hasRight(space, 'manageMembers') ? [members] : []),
    ...(seesSeals(space) ? [seals] : []),
    ...(hasRight(space, 'manageSeals') ? [grants] : []),
    ...(hasRight(space, 'manageFlows') ? [flows] : []),
    ...(hasRight(space, 'manageIntegrations') ? integrations : []),
    register,
    ...bill,
    ...looks,
  ]
}

/** The personal centre: what is mine above, what is the present space's below; on a phone the tabs of one strip. */
export function MeFrame() {
  const space = useSpace((state) => state.current)
  /** Where a page puts what may be done with it as a whole: see `MeActs`. */
  const [acts, setActs] = useState<HTMLElement | null>(null)
  const { title } = useHandle()
  const strip = useStrip(useLocation().pathname)
  const groups = [
    ['我的', mine],
    ['当前空间', ofSpace(space)],
  ] as const
  return (
    <div className="me">
      <nav className="me-nav" aria-label="个人中心" ref={strip}>
        {groups.map(
          ([name, entries]) =>
            entries.length > 0 && (
              <section key={name}>
                <h2 id={`me-${name}`}>{name}</h2>
                <ul aria-labelledby={`me-${name}`}>
                  {entries.map(([label, path]) => (
                    <li key={path}>
                      <NavLink to={path}>{label}</NavLink>
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </nav>
      <div className="me-main">
        <div className="me-head">
          <h1 id="me-title" className="h1 me-title">
            {title}
          </h1>
          <div ref={setActs} className="me-acts" />
        </div>
        <Outlet context={acts} />
      </div>
    </div>
  )
}

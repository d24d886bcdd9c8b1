import type { Right } from '@moqi/domain/spaces/rights'
import { ChevronRight } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { hasRight, seesSeals } from '../../kit/space/space-facts.ts'

type Entry = { label: string; about: string; path: string; shown?: (space: Space) => boolean }

const to = (right: Right) => (space: Space) => hasRight(space, right)

const entries: readonly Entry[] = [
  { label: '企业印章', about: '查看企业的全部印章', path: '/company-space/admin-signatures', shown: seesSeals },
  {
    label: '成员管理',
    about: '成员、部门、角色与管理员转让',
    path: '/company-space/personal-management',
    shown: to('manageMembers'),
  },
  { label: '合同模板', about: '从模板发起，或批量发起', path: '/space/templates', shown: to('launch') },
  { label: '合同管理', about: '查看企业的合同', path: '/space/contract-list?status=all' },
  { label: '用印记录', about: '每一次签署与用印', path: '/space/signatures-list' },
]

/** What the company's console offers: each sees what the own rights open (domain 6). */
export function CompanyMenu({ space }: { space: Space }) {
  return (
    <nav className="card company-menu" aria-labelledby="company-menu">
      <h2 id="company-menu" className="h2">
        企业管理
      </h2>
      <ul>
        {entries
          .filter(({ shown }) => shown?.(space) ?? true)
          .map(({ label, about, path }) => (
            <li key={path}>
              <Link to={path}>
                <span>
                  <span className="company-menu-label">{label}</span>
                  <span className="small muted">{about}</span>
                </span>
                <ChevronRight size={18} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

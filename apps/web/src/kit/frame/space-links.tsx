import { ChartNoAxesCombined, DoorOpen, MailQuestion, Users } from 'lucide-react'
import { config } from '../../client/config.ts'
import type { Space } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { hasRight } from '../space/space-facts.ts'

type SpaceLinksProps = { space: Space; waiting: number; onFollow: () => void; onLeave: () => void }

/** Below the spaces: what waits for an answer, the members of the current company, the way out of it. */
export function SpaceLinks({ space, waiting, onFollow, onLeave }: SpaceLinksProps) {
  const company = space.spaceType === 'company'
  if (!company && waiting === 0) return null
  return (
    <ul className="space-links">
      {waiting > 0 && (
        <li>
          <Link to="/user-space/company-join-list" onClick={onFollow}>
            <MailQuestion size={18} />
            待答复
            <span className="space-count">{waiting}</span>
          </Link>
        </li>
      )}
      {hasRight(space, 'manageMembers') && (
        <li>
          <Link to="/company-space/personal-management" onClick={onFollow}>
            <Users size={18} />
            成员管理
          </Link>
        </li>
      )}
      {company && config.extension !== '' && hasRight(space, 'seeAllContracts') && (
        <li>
          <Link to="/vue" onClick={onFollow}>
            <ChartNoAxesCombined size={18} />
            {config.extension}
          </Link>
        </li>
      )}
      {company && (
        <li>
          <button type="button" onClick={onLeave}>
            <DoorOpen size={18} />
            退出企业
          </button>
        </li>
      )}
    </ul>
  )
}

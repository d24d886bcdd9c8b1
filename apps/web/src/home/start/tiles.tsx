import { tiles, type SpaceRole, type Tile } from '@moqi/domain/spaces/space-name'
import { BookUser, ChevronRight, ClipboardCheck, FilePlus2, Lock, Signature, Stamp } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { warn } from '../../ui/toast-store.ts'
import { approvalsPath } from '../../kit/approval/approval-paths.ts'
import { launchPath } from '../../kit/contract/contract-paths.ts'
import { ConsoleLink } from '../../kit/space/console-link.tsx'
import { authPath, noLaunch } from '../../kit/space/space-facts.ts'
import { useSpaceDetail } from '../../kit/space/use-space-detail.ts'
import { wantsToAuthenticate } from './need-authentication.ts'

const icons: Record<Tile['tile'], typeof Stamp> = {
  launch: FilePlus2,
  companySeals: Stamp,
  approvals: ClipboardCheck,
  personalSeals: Signature,
  contacts: BookUser,
}

/** Own paths of the tiles; company seals open in a new window instead (checklist H15–H17). */
const paths: Record<Exclude<Tile['tile'], 'companySeals'>, string> = {
  launch: launchPath('/'),
  approvals: approvalsPath,
  personalSeals: '/user/seal',
  contacts: '/user/contact',
}

/** The three tiles of a role; one that needs authentication says so instead of acting (checklist V5). */
export function Tiles({ space, role }: { space: Space; role: SpaceRole }) {
  const { data: detail } = useSpaceDetail(space.tenantId)
  const navigate = useNavigate()
  const status = detail?.isAuthed ?? space.spaceStatus
  const askFirst = async () => {
    if (await wantsToAuthenticate(status, detail?.rejectCompanyAuthReason ?? null)) await navigate(authPath(space))
  }
  return (
    <div className="home-tiles">
      {tiles[role].map((tile) => {
        const lock = lockOf(tile, status, space)
        if (lock === null) return <OpenTile key={tile.tile} tile={tile} space={space} />
        const press = lock === 'auth' ? () => void askFirst() : () => warn(noLaunch(space) ?? '')
        return (
          <button key={tile.tile} type="button" className="tile tile-off" onClick={press}>
            <Face tile={tile} locked={lock} />
          </button>
        )
      })}
    </div>
  )
}

/** What keeps a tile from opening: the space is not authenticated, or the role lacks the right. */
function lockOf(tile: Tile, status: Space['spaceStatus'], space: Space): 'auth' | 'right' | 'closing' | null {
  if (tile.needsAuth && status !== 'passAuth') return 'auth'
  if (tile.tile !== 'launch' || noLaunch(space) === null) return null
  return space.closeTime === undefined ? 'right' : 'closing'
}

const lockTexts = {
  auth: '完成实名认证后可用',
  right: '您的角色没有该权限',
  closing: '企业正在注销',
}

function OpenTile({ tile, space }: { tile: Tile; space: Space }) {
  if (tile.tile === 'companySeals')
    return (
      <ConsoleLink space={space} className="tile">
        <Face tile={tile} />
      </ConsoleLink>
    )
  return (
    <Link to={paths[tile.tile]} className={tile.tile === 'launch' ? 'tile tile-first' : 'tile'}>
      <Face tile={tile} />
    </Link>
  )
}

function Face({ tile, locked }: { tile: Tile; locked?: keyof typeof lockTexts }) {
  const Icon = icons[tile.tile]
  const text = locked ? lockTexts[locked] : tile.text
  return (
    <>
      <span className="tile-icon">
        <Icon size={24} />
      </span>
      <span className="tile-text">
        <b>{tile.title}</b>
        {text && <span>{text}</span>}
      </span>
      {locked ? <Lock size={18} className="tile-go" /> : <ChevronRight size={20} className="tile-go" />}
    </>
  )
}

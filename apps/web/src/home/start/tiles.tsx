import { tiles, type SpaceRole, type Tile } from '@moqi/domain/spaces/space-name'
import { BookUser, ChevronRight, ClipboardCheck, FilePlus2, Lock, Signature, Stamp } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Space } from '../../client/space-store.ts'
import { launchPath } from '../operations/contract-paths.ts'
import { ConsoleLink } from '../space/console-link.tsx'
import { authPath } from '../space/space-facts.ts'
import { wantsToAuthenticate } from './need-authentication.ts'
import { useSpaceDetail } from './use-space-detail.ts'

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
  approvals: '/approve/list?status=myapproval',
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
      {tiles[role].map((tile) =>
        tile.needsAuth && status !== 'passAuth' ? (
          <button key={tile.tile} type="button" className="tile tile-off" onClick={() => void askFirst()}>
            <Face tile={tile} locked />
          </button>
        ) : (
          <OpenTile key={tile.tile} tile={tile} space={space} />
        ),
      )}
    </div>
  )
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

function Face({ tile, locked = false }: { tile: Tile; locked?: boolean }) {
  const Icon = icons[tile.tile]
  const text = locked ? '完成实名认证后可用' : tile.text
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

import { spaceLabel, spaceRole } from '@moqi/domain/spaces/space-name'
import { useState } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { activateSpace } from '../../kit/space/activate-space.ts'
import { AuthWord } from '../../kit/space/auth-word.tsx'
import { factsOf, roleWords } from '../../kit/space/space-facts.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'

/** The spaces one belongs to, with one's role in each; another is a press away. */
export function OwnSpaces() {
  const { data: spaces } = useSpaces()
  return (
    <section className="card info-spaces" aria-labelledby="info-spaces" aria-busy={!spaces}>
      <div className="info-spaces-head">
        <h2 id="info-spaces" className="h2">
          我的空间
        </h2>
        <Link className="link" to="/company-auth-info?from=/user/info">
          认证企业
        </Link>
      </div>
      {spaces ? (
        <ul>
          {spaces.map((space) => (
            <li key={space.tenantId}>
              <SpaceRow space={space} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton rows={2} height={48} />
      )}
    </section>
  )
}

function SpaceRow({ space }: { space: Space }) {
  const current = useSpace((state) => state.current)
  const [busy, setBusy] = useState(false)
  const name = spaceLabel(factsOf(space))
  const change = async () => {
    if (busy) return
    setBusy(true)
    await activateSpace(space).catch(showRefusal)
    setBusy(false)
  }
  return (
    <>
      <SpaceBadge name={name} kind={space.spaceType} size={36} />
      <span className="info-space">
        <span className="clip">{name}</span>
        <span className="row small muted">
          {roleWords[spaceRole(factsOf(space))]}
          <AuthWord status={space.spaceStatus} />
        </span>
      </span>
      {space.tenantId === current?.tenantId ? (
        <span className="muted small">当前空间</span>
      ) : (
        <button
          type="button"
          className="link"
          aria-label={`切换到${name}`}
          aria-disabled={busy}
          onClick={() => void change()}
        >
          切换
        </button>
      )}
    </>
  )
}

import { countText } from '@moqi/domain/labels/count-text'
import { mayBuy, roleTag, spaceLabel, type SpaceRole } from '@moqi/domain/spaces/space-name'
import { ArrowUpRight, RotateCw } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { useNavigate, useRouter } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { HeaderPop } from '../../ui/header-pop.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { AuthWord } from '../../kit/space/auth-word.tsx'
import { ConsoleLink } from '../../kit/space/console-link.tsx'
import { authPath, factsOf } from '../../kit/space/space-facts.ts'
import { useSpaceDetail } from '../../kit/space/use-space-detail.ts'

const shop = '/cart/cart'

/** The current space: who it is, whether authenticated, what is left to launch (checklist H27–H33). */
export function AccountCard({ space, role }: { space: Space; role: SpaceRole }) {
  const { data: detail, isError, isFetching, refetch } = useSpaceDetail(space.tenantId)
  const { knows } = useRouter()
  const known: Space = detail ? { ...space, spaceName: detail.spaceName, spaceStatus: detail.isAuthed } : space
  const facts = factsOf(known)
  const passed = known.spaceStatus === 'passAuth'
  const tag = roleTag(facts)
  return (
    <section className="card account" aria-label="账户" aria-busy={isFetching}>
      <div className="account-head">
        <SpaceBadge name={spaceLabel(facts)} kind={known.spaceType} size={40} />
        <div className="account-name">
          <h2>{spaceLabel(facts)}</h2>
          <p>
            <Status space={known} reason={detail?.rejectCompanyAuthReason ?? null} />
            {tag && <span className="role-word">{tag}</span>}
          </p>
        </div>
      </div>
      {isError && !detail ? (
        <button type="button" className="link account-left" onClick={() => void refetch()}>
          <RotateCw size={14} />
          加载失败，点击重试
        </button>
      ) : (
        <div className="account-left">
          <span className="muted">剩余发起签署</span>
          <Surplus count={detail?.surplus} />
          {mayBuy(facts) && knows(shop) && (
            <Link className="link" to={shop}>
              购买套餐
            </Link>
          )}
        </div>
      )}
      <Entrance space={known} role={role} passed={passed} />
    </section>
  )
}

function Surplus({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton height={20} />
  return (
    <span>
      <b className={count === 0 ? 'zero' : ''}>{countText(count)}</b> 份
    </span>
  )
}

function Status({ space, reason }: { space: Space; reason: string | null }) {
  const navigate = useNavigate()
  const { spaceStatus } = space
  if (spaceStatus !== 'notAuth' && spaceStatus !== 'rejectPersonAuth' && spaceStatus !== 'rejectCompanyAuth')
    return <AuthWord status={spaceStatus} />
  const goAuthenticate = (
    <Link className="link small" to={authPath(space)}>
      去认证
    </Link>
  )
  if (spaceStatus === 'notAuth')
    return (
      <>
        <AuthWord status={spaceStatus} />
        {goAuthenticate}
      </>
    )
  return (
    <>
      <HeaderPop title="认证失败原因" width={264} className="link why-open" button={<AuthWord status={spaceStatus} />}>
        {(close) => (
          <div className="why">
            <h3 className="h2">认证失败原因</h3>
            <p>{reason ?? '未说明原因，请核对资料后重新提交'}</p>
            <div>
              <Button size="s" onClick={close}>
                知道了
              </Button>
              <Button size="s" variant="primary" onClick={() => void navigate(authPath(space))}>
                重新认证
              </Button>
            </div>
          </div>
        )}
      </HeaderPop>
      {goAuthenticate}
    </>
  )
}

function Entrance({ space, role, passed }: { space: Space; role: SpaceRole; passed: boolean }) {
  const navigate = useNavigate()
  if (role === 'individual')
    return (
      <Button size="l" block disabled={!passed} onClick={() => void navigate('/user/info')}>
        账号设置
      </Button>
    )
  const face = (
    <>
      企业管理后台
      <ArrowUpRight size={18} />
    </>
  )
  if (!passed)
    return (
      <Button size="l" block disabled>
        {face}
      </Button>
    )
  return (
    <ConsoleLink space={space} className="btn btn-plain btn-l btn-block">
      {face}
    </ConsoleLink>
  )
}

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { spaceLabel, spaceRole } from '@moqi/domain/spaces/space-name'
import { formatDate } from '@moqi/domain/time/format-date'
import { useSpace, type Space } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import '../../kit/frame/info-card.css'
import { AuthWord } from '../../kit/space/auth-word.tsx'
import { authPath, factsOf, hasRight, roleWords } from '../../kit/space/space-facts.ts'
import { useSpaceDetail } from '../../kit/space/use-space-detail.ts'
import { ChangeInfo } from './change-info.tsx'
import { AppealAgainst } from './appeal-against.tsx'
import { AuthProgress } from './auth-progress.tsx'
import './company-info.css'
import { CompanyMenu } from './company-menu.tsx'
import { WillRuleCard } from './will-rule-card.tsx'

type Detail = Output<Table['getSpaceDetailInfo']>

/** /user/company-info (checklist R39, H3): the present company, and what its console offers to whoever asks (P2). */
export function CompanyInfoPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType === 'person') return <NoCompany />
  return <Company key={space.tenantId} space={space} />
}

const NoCompany = () => (
  <div className="card">
    <EmptyState title="当前是个人空间" hint="切换到企业空间后，可在此查看企业信息。">
      <ButtonLink to="/company-auth-info?from=/user/company-info">认证企业</ButtonLink>
    </EmptyState>
  </div>
)

function Company({ space }: { space: Space }) {
  const { data, isError, isFetching, refetch } = useSpaceDetail(space.tenantId)
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  const isOwner = space.isSpaceOwner === 'yes'
  return (
    <div className="company-info">
      <section className="card info-id" aria-labelledby="company-name" aria-busy={!data}>
        {data ? <Identity space={space} detail={data} /> : <Skeleton rows={4} height={40} />}
      </section>
      {data && data.isAuthed !== 'passAuth' && isOwner && <AuthProgress tenantId={space.tenantId} />}
      {data?.isAuthed === 'passAuth' && <Passed space={space} />}
    </div>
  )
}

function Passed({ space }: { space: Space }) {
  return (
    <>
      {space.isSpaceOwner === 'yes' && <AppealAgainst tenantId={space.tenantId} />}
      <CompanyMenu space={space} />
      {hasRight(space, 'manageMembers') && <WillRuleCard />}
    </>
  )
}

function Identity({ space, detail }: { space: Space; detail: Detail }) {
  const { isAuthed, rejectCompanyAuthReason: reason } = detail
  const facts = factsOf({ ...space, spaceStatus: isAuthed, spaceName: detail.spaceName })
  const name = spaceLabel(facts)
  const passed = isAuthed === 'passAuth'
  return (
    <>
      <div className="info-top">
        <SpaceBadge name={name} kind="company" size={56} />
        <div className="info-who">
          <div className="row">
            <h2 id="company-name">{name}</h2>
            <AuthWord status={isAuthed} />
          </div>
          <p className="muted">{passed ? '签署合同时使用认证的企业名称' : wayOn(detail)}</p>
        </div>
        {passed && detail.isSpaceOwner === 'yes' && <ChangeInfo companyName={detail.spaceName} />}
        {!passed && detail.isSpaceOwner === 'yes' && (
          <Link className="btn btn-plain btn-m" to={`${authPath(space)}?from=/user/company-info`}>
            {reason ? '重新认证' : '去认证'}
          </Link>
        )}
      </div>
      <Facts
        className="facts"
        facts={[
          ['统一社会信用代码', detail.creditCode ?? '认证后显示'],
          ['认证时间', detail.authTime === null ? '未认证' : formatDate(detail.authTime, '{y}-{m}-{d} {h}:{i}')],
          ['我的角色', roleWords[spaceRole(facts)]],
          ['可用印章', `${detail.sealNumber} 枚`],
          ['剩余发起签署', `${detail.surplus} 份`],
          ...(reason ? ([[isAuthed === 'notAuth' ? '失效原因' : '未通过原因', reason]] as const) : []),
        ]}
      />
    </>
  )
}

const wayOn = ({ isSpaceOwner, isAuthed }: Detail) => {
  if (isSpaceOwner === 'no') return '请联系企业管理员完成企业认证'
  return isAuthed === 'inCompanyAuth' ? '认证完成后才能以企业名义发起和签署合同' : '企业认证后才能发起和签署合同'
}

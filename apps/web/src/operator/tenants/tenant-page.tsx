import { countText } from '@moqi/domain/labels/count-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { Eye, FileX2, Lock, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { FreezeSheet } from '../../kit/operator/freeze-sheet.tsx'
import { Proposals } from '../../kit/operator/proposals.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DeedButton } from '../../kit/operator/deed-button.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { AdjustSheet } from './adjust-sheet.tsx'
import { AuthTag } from './auth-tag.tsx'
import { EndAuthSheet } from './end-auth-sheet.tsx'
import { LookBanner } from './look-banner.tsx'
import { LookRecords } from './look-records.tsx'
import { LookSheet } from './look-sheet.tsx'
import { TenantParts } from './tenant-parts.tsx'
import { kindWords } from './tenant-words.ts'
import { type TenantNumbers, useTenant } from './use-tenant.ts'
import './tenants.css'

/** One space: its numbers, and behind a reason everything but its contracts. */
export function TenantPage() {
  const [params] = useSearchParams()
  const tenantId = params.get('tenantId') ?? ''
  const { data, ...unread } = useTenant(tenantId)
  const isGone = unread.error instanceof CallRefusal && unread.error.reason === 'space/not-found'
  return (
    <RoomFrame title={data?.spaceName ?? '企业与个人'}>
      <p className="tenant-back">
        <Link className="link" to="/tenants">
          全部企业与个人
        </Link>
      </p>
      {data && <Tenant tenant={data} />}
      {isGone && (
        <div className="card">
          <EmptyState title="没有这个企业或个人" hint="可能已注销，或编号不完整" />
        </div>
      )}
      {!data && !isGone && <UnreadRecords {...unread} />}
    </RoomFrame>
  )
}

function Tenant({ tenant }: { tenant: TenantNumbers }) {
  const [asking, setAsking] = useState(false)
  const [freezing, setFreezing] = useState(false)
  const [adjusting, setAdjusting] = useState(false)
  const [ending, setEnding] = useState(false)
  const { tenantId, look, lookArray } = tenant
  return (
    <div className="tenant">
      <Head
        tenant={tenant}
        onFreeze={() => setFreezing(true)}
        onAdjust={() => setAdjusting(true)}
        onEnd={() => setEnding(true)}
      />
      {tenant.frozen && <FrozenBanner frozen={tenant.frozen} />}
      {tenant.ended && <EndedBanner tenantId={tenantId} ended={tenant.ended} />}
      <Proposals tenantId={tenantId} />
      <Numbers tenant={tenant} />
      {look ? (
        <>
          <LookBanner tenantId={tenantId} look={look} />
          <TenantParts key={look.lookId} tenantId={tenantId} />
        </>
      ) : (
        <Locked onAsk={() => setAsking(true)} />
      )}
      <LookRecords tenantId={tenantId} looks={lookArray} />
      {adjusting && <AdjustSheet tenant={tenant} onClose={() => setAdjusting(false)} />}
      {freezing && <FreezeSheet tenant={tenant} onClose={() => setFreezing(false)} />}
      {ending && <EndAuthSheet tenant={tenant} onClose={() => setEnding(false)} />}
      {asking && <LookSheet tenant={tenant} onClose={() => setAsking(false)} />}
    </div>
  )
}

type HeadProps = { tenant: TenantNumbers } & Record<'onFreeze' | 'onAdjust' | 'onEnd', () => void>

const Head = ({ tenant, onFreeze, onAdjust, onEnd }: HeadProps) => (
  <div className="card tenant-head">
    <SpaceBadge name={tenant.spaceName} kind={tenant.spaceType} size={48} />
    <div className="tenant-who">
      <b className="tenant-word">{tenant.spaceName}</b>
      <p className="small muted num tenant-word">
        {[kindWords[tenant.spaceType], tenant.creditCode, `${formatDate(tenant.createTime)} 创建`]
          .filter(Boolean)
          .join('　')}
      </p>
    </div>
    <AuthTag status={tenant.spaceStatus} />
    <Button onClick={onAdjust}>调整份数…</Button>
    <Button onClick={onFreeze}>
      <Snowflake size={16} />
      {tenant.frozen ? '解除冻结…' : '冻结…'}
    </Button>
    {tenant.spaceStatus === 'passAuth' && (
      <Button onClick={onEnd}>
        <FileX2 size={16} />
        终止认证…
      </Button>
    )}
  </div>
)

const FrozenBanner = ({ frozen: { reason, time } }: { frozen: NonNullable<TenantNumbers['frozen']> }) => (
  <p className="frozen-banner">
    <Snowflake size={20} />
    <span className="tenant-word">
      <b>已冻结，不能发起和签署</b>
      <br />
      {formatDate(time)} 起　原因：{reason}
    </span>
  </p>
)

type EndedProps = { tenantId: string; ended: NonNullable<TenantNumbers['ended']> }

const EndedBanner = ({ tenantId, ended: { reason, time, endingId } }: EndedProps) => (
  <div className="frozen-banner">
    <FileX2 size={20} />
    <div className="tenant-word ended-says">
      <b>实名认证已终止，证书和印章已注销</b>
      <p>
        {formatDate(time)}　{reason}
      </p>
      <DeedButton tenantId={tenantId} endingId={endingId} />
    </div>
  </div>
)

const Numbers = ({ tenant }: { tenant: TenantNumbers }) => (
  <dl className="card tenant-numbers">
    {(
      [
        ['成员', tenant.memberNumber, '人'],
        ['发起的合同', tenant.contractNumber, '份'],
        ['近30天发起', tenant.recentNumber, '份'],
        ['剩余', tenant.surplus, '份'],
      ] as const
    ).map(([label, value, unit]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <b className="num">{countText(value)}</b> {unit}
        </dd>
      </div>
    ))}
  </dl>
)

const Locked = ({ onAsk }: { onAsk: () => void }) => (
  <div className="tenant-locked">
    <span className="tenant-lock">
      <Lock size={20} />
    </span>
    <div>
      <b>以下内容需写明原因才能看</b>
      <p>成员、认证、份包与订单、应用、合同数量。合同名称和内容在任何情况下都不能在这里打开。</p>
    </div>
    <Button variant="primary" onClick={onAsk}>
      <Eye size={16} />
      写明原因并查看
    </Button>
  </div>
)

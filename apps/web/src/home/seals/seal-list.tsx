import type { CompanySeal } from '@moqi/api/company-seal'
import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useSealDeeds } from './seal-deeds.tsx'
import { sealPath } from './seal-paths.ts'
import { SealThumb } from './seal-thumb.tsx'
import { specOf, stateTones } from './seal-words.ts'
import type { CompanySeals } from './use-company-seals.ts'

type SealListProps = { seals: CompanySeals; manages: boolean; narrowed: boolean; onClear: () => void }

/** The company's seals: a row each on a desk, a card each where the window is narrow. */
export function SealList({ seals, manages, narrowed, onClear }: SealListProps) {
  const { data } = seals
  const { actionsOf, sheet } = useSealDeeds()
  if (seals.failed)
    return (
      <div className="card">
        <LoadingFailed onRetry={seals.retry} busy={seals.busy} />
      </div>
    )
  if (!data)
    return (
      <div className="card company-seals-wait" aria-busy="true">
        <Skeleton rows={5} height={56} />
      </div>
    )
  const actions = (seal: CompanySeal, as: 'words' | 'buttons') =>
    manages ? <RowActions subject={seal.sealName} actions={actionsOf(seal)} as={as} /> : null
  if (data.sealArray.length === 0)
    return (
      <div className="card">
        <EmptyState title={narrowed ? '没有找到符合条件的印章' : '暂无印章，去制作'}>
          {narrowed && <Button onClick={onClear}>清除筛选条件</Button>}
        </EmptyState>
      </div>
    )
  return (
    <>
      <h2 id="seals-title" className="sr">
        企业印章
      </h2>
      <div className="card company-seals-table from-laptop">
        <PlainTable
          labelledBy="seals-title"
          columns={[
            ...columns,
            ...(manages ? [{ title: '操作', width: 136, render: (seal: CompanySeal) => actions(seal, 'words') }] : []),
          ]}
          rows={data.sealArray}
          rowKey={({ sealId }) => sealId}
        />
      </div>
      <div className="below-laptop company-seal-cards">
        {data.sealArray.map((seal) => (
          <SealCard key={seal.sealId} seal={seal} actions={actions(seal, 'buttons')} />
        ))}
      </div>
      {seals.more && (
        <div className="company-seals-more">
          <Button busy={seals.moreBusy} onClick={seals.more}>
            加载更多
          </Button>
        </div>
      )}
      {sheet}
    </>
  )
}

const columns: readonly PlainColumn<CompanySeal>[] = [
  { title: '印章', render: (seal) => <NameCell seal={seal} /> },
  { title: '规格', width: 144, shownFrom: 'desktop', render: specOf },
  { title: '状态', width: 168, render: (seal) => <StateCell seal={seal} /> },
  { title: '授权人数', width: 88, shownFrom: 'desktop', render: ({ grantNumber }) => `${grantNumber} 人` },
  { title: '最近用印', width: 136, render: (seal) => <LastUse seal={seal} /> },
]

function NameCell({ seal }: { seal: CompanySeal }) {
  const { sealName, sealCode, sealId, isDefault } = seal
  return (
    <span className="seal-name">
      <SealThumb seal={seal} />
      <span className="two-lines">
        <span className="row seal-name-line">
          <Link to={sealPath(sealId)} className="title-link clip" title={sealName}>
            {sealName}
          </Link>
          {isDefault === 1 && <span className="seal-default">默认</span>}
        </span>
        <span className="num clip">{sealCode}</span>
      </span>
    </span>
  )
}

function StateCell({ seal }: { seal: CompanySeal }) {
  const { sealStatus, stateReason } = seal
  return (
    <span className="seal-state">
      <Tag tone={stateTones[sealStatus]}>{sealStateLabels[sealStatus]}</Tag>
      {stateReason && (
        <span className="small muted clip" title={stateReason}>
          {stateReason}
        </span>
      )}
    </span>
  )
}

const LastUse = ({ seal: { lastUseTime, lastUserName } }: { seal: CompanySeal }) =>
  lastUseTime === null ? (
    <span className="muted">尚未使用</span>
  ) : (
    <TwoLines
      name={formatDate(lastUseTime, '{y}-{m}-{d}')}
      company={`${formatDate(lastUseTime, '{h}:{i}')}　${lastUserName ?? ''}`}
    />
  )

function SealCard({ seal, actions }: { seal: CompanySeal; actions: React.ReactNode }) {
  const { sealStatus, grantNumber, lastUseTime, lastUserName, stateReason } = seal
  return (
    <ListCard
      title={<NameCell seal={seal} />}
      tag={<Tag tone={stateTones[sealStatus]}>{sealStateLabels[sealStatus]}</Tag>}
      facts={[
        ['授权人数', `${grantNumber} 人`],
        [
          '最近用印',
          lastUseTime === null ? '尚未使用' : `${formatDate(lastUseTime, '{y}-{m}-{d} {h}:{i}')} ${lastUserName ?? ''}`,
        ],
      ]}
      note={stateReason && <p className="small muted">{stateReason}</p>}
      foot={specOf(seal)}
      actions={actions}
    />
  )
}

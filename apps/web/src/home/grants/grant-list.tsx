import type { GrantManner } from '@moqi/domain/seals/auto-signing'
import type { SealGrant } from '@moqi/api/seal-grant'
import { grantStateLabels } from '@moqi/domain/labels/status-labels'
import { usePicture } from '../../client/picture.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { grantRecordsPath } from '../../kit/grants/grant-paths.ts'
import { grantTones, letterWords, namesOf, noteOf, scopeOf, termOf } from '../../kit/grants/grant-words.ts'
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
import { useNow } from '../../ui/use-now.ts'
import { useGrantDeeds } from './grant-deeds.tsx'
import type { Grants } from './use-grants.ts'

type GrantListProps = { grants: Grants; manner: GrantManner; narrowed: boolean; onClear: () => void }

/** Who may use which seal: a row each on a desk, a card each where the window is narrow. */
export function GrantList({ grants, manner, narrowed, onClear }: GrantListProps) {
  const { data } = grants
  const { actionsOf, sheet } = useGrantDeeds()
  if (grants.failed)
    return (
      <div className="card">
        <LoadingFailed onRetry={grants.retry} busy={grants.busy} />
      </div>
    )
  if (!data)
    return (
      <div className="card grants-wait" role="status" aria-label="正在加载" aria-busy="true">
        <Skeleton rows={5} height={56} />
      </div>
    )
  if (data.grantArray.length === 0)
    return (
      <div className="card">
        <EmptyState title={narrowed ? '没有找到符合条件的授权' : nothing[manner]}>
          {narrowed && <Button onClick={onClear}>清除筛选条件</Button>}
        </EmptyState>
      </div>
    )
  const actions = (grant: SealGrant, as: 'words' | 'buttons') => (
    <RowActions subject={`${grant.memberName}，${grant.sealName}`} actions={actionsOf(grant)} as={as} nearest={1} />
  )
  return (
    <>
      <h2 id="grants-title" className="sr">
        授权列表
      </h2>
      <div className="card grants-table from-laptop">
        <PlainTable
          labelledBy="grants-title"
          columns={[...columnsOf(manner), { title: '操作', width: 116, render: (grant) => actions(grant, 'words') }]}
          rows={data.grantArray}
          rowKey={({ grantId }) => grantId}
        />
      </div>
      <div className="below-laptop grant-cards">
        {data.grantArray.map((grant) => (
          <GrantCard key={grant.grantId} grant={grant} actions={actions(grant, 'buttons')} />
        ))}
      </div>
      {grants.more && (
        <div className="grants-more">
          <Button busy={grants.moreBusy} onClick={grants.more}>
            加载更多
          </Button>
        </div>
      )}
      {sheet}
    </>
  )
}

const nothing: Readonly<Record<GrantManner, string>> = {
  hand: '还没有授权给成员，管理员始终可以使用印章',
  auto: '还没有自动签署的授权，所有合同都由经办人签署',
}

const columnsOf = (manner: GrantManner): PlainColumn<SealGrant>[] => [
  {
    title: manner === 'auto' ? '授权人' : '授权成员',
    width: 128,
    render: ({ memberName, departmentName }) => <TwoLines name={memberName} company={departmentName ?? ''} />,
  },
  { title: '印章', width: 196, render: (grant) => <SealCell grant={grant} /> },
  { title: '授权范围', render: (grant) => <TwoLines name={scopeOf(grant)} company={namesOf(grant)} /> },
  ...(manner === 'auto' ? [{ title: '已签', width: 96, render: (grant: SealGrant) => <Used grant={grant} /> }] : []),
  { title: '授权期限', width: 176, render: (grant) => <Term grant={grant} /> },
  { title: '授权书', width: 148, shownFrom: 'desktop', render: (grant) => <Letter grant={grant} /> },
  { title: '状态', width: 136, render: (grant) => <StateCell grant={grant} /> },
]

function SealCell({ grant: { sealImg, sealName } }: { grant: SealGrant }) {
  const picture = usePicture(sealImg)
  return (
    <span className="grant-seal">
      <span className="grant-seal-picture">{picture && <img src={picture} alt="" />}</span>
      <span className="clip" title={sealName}>
        {sealName}
      </span>
    </span>
  )
}

function Term({ grant }: { grant: SealGrant }) {
  const [from, until] = termOf(grant)
  return (
    <span className="grant-term num">
      <span>{from}</span>
      <span>{until}</span>
    </span>
  )
}

const usedOf = ({ usedNumber, countMax }: SealGrant): string => `${usedNumber}/${countMax ?? '—'}份`

/** How many contracts it has signed of how many it may; those it has are a press away. */
function Used({ grant }: { grant: SealGrant }) {
  const { usedNumber, letterNo } = grant
  const words = usedOf(grant)
  if (usedNumber === 0 || letterNo === null) return <span className="muted num">{words}</span>
  return (
    <Link to={grantRecordsPath(letterNo)} className="link num">
      {words}
    </Link>
  )
}

function Letter({ grant }: { grant: SealGrant }) {
  const { letterSignId, letterNo } = grant
  const words = letterWords(grant)
  if (letterSignId === null || letterNo === null) return <span className="muted num">{words}</span>
  return (
    <Link to={viewPath({ signId: letterSignId, taskType: 'normal' })} className="link num">
      {letterNo}
    </Link>
  )
}

function StateCell({ grant }: { grant: SealGrant }) {
  const note = noteOf(grant, useNow())
  return (
    <span className="grant-state">
      <Tag tone={grantTones[grant.grantState]}>{grantStateLabels[grant.grantState]}</Tag>
      {note && (
        <span className="small muted clip" title={note}>
          {note}
        </span>
      )}
    </span>
  )
}

function GrantCard({ grant, actions }: { grant: SealGrant; actions: React.ReactNode }) {
  const { memberName, departmentName, sealName, grantState, grantManner } = grant
  const note = noteOf(grant, useNow())
  const names = namesOf(grant)
  return (
    <ListCard
      title={memberName}
      tag={<Tag tone={grantTones[grantState]}>{grantStateLabels[grantState]}</Tag>}
      facts={[
        grantManner === 'auto' ? ['已签', usedOf(grant)] : ['部门', departmentName ?? '—'],
        ['印章', sealName],
        ['授权范围', names ? `${scopeOf(grant)}：${names}` : scopeOf(grant)],
        ['授权期限', termOf(grant).join(' ')],
        ['授权书', letterWords(grant)],
      ]}
      note={note && <p className="small muted">{note}</p>}
      foot={null}
      actions={actions}
    />
  )
}

import { categoryOf, wireStatus } from '@moqi/api/wire/contract'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { categories, categoryLabels } from '@moqi/domain/contract/categories'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { signPath, viewPath } from '../../kit/contract/contract-paths.ts'
import { inOneLine, partyLines } from '../../kit/contract/party-text.ts'
import { StatusTags } from '../../kit/contract/status-tags.tsx'
import { activateSpace } from '../../kit/space/activate-space.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { askedOf, momentsOf, useRecordFilter } from './record-filter.ts'
import { RecordFilters, spaceField } from './record-filters.tsx'
import { RecordPage } from './record-page.tsx'

type Row = Output<Table['listAllSpacesTasks']>['taskInfoArray'][number]
type OpenProps = { row: Row; onOpen: (row: Row, sign: boolean) => void; busy: boolean }

/** The person's contracts of all own spaces; opening one switches the space first (checklist R34). */
export function AllContractsPage() {
  const asking = useRecordFilter()
  const { filter } = asking
  const { data: spaces = [] } = useSpaces()
  const navigate = useNavigate()
  const [going, setGoing] = useState<string | null>(null)
  const open = async (row: Row, sign: boolean) => {
    setGoing(row.signId)
    try {
      const space = spaces.find(({ tenantId }) => tenantId === row.tenantId)
      if (space && space.tenantId !== useSpace.getState().current?.tenantId) await activateSpace(space)
      await navigate(sign ? signPath(row, space ?? null) : viewPath(row))
    } catch (fault) {
      showRefusal(fault)
      setGoing(null)
    }
  }
  const { start, end } = momentsOf(filter)
  const status = wireStatus(categoryOf(filter.status) ?? 'all')
  const asked = {
    ...askedOf(filter, ['keyword', 'tenantId']),
    status,
    ...(start !== undefined && { createTimeStart: start }),
    ...(end !== undefined && { createTimeEnd: end }),
  }
  const acts = (row: Row) => <Acts row={row} onOpen={(one, sign) => void open(one, sign)} busy={going === row.signId} />
  const columns: readonly PlainColumn<Row>[] = [
    { title: '合同主题', render: (row) => <TwoLines name={row.taskName || '未命名合同'} company={row.taskNo} /> },
    { title: '空间', width: 224, render: (row) => <SpaceCell row={row} /> },
    { title: '状态', width: 136, render: (row) => <StatusTags row={row} /> },
    { title: '签署人/企业', width: 176, shownFrom: 'desktop', render: (row) => <Parties row={row} /> },
    { title: '签署截止时间', width: 128, render: (row) => <Deadline row={row} /> },
    { title: '操作', width: 136, render: acts },
  ]
  return (
    <>
      <p className="record-note">我在 {spaces.length} 个空间里参与的合同，打开时会切换到对应空间。</p>
      <RecordFilters
        asking={asking}
        fields={[
          spaceField(spaces),
          {
            name: 'status',
            label: '合同状态',
            options: categories
              .filter((category) => category !== 'all')
              .map((category) => ({ value: wireStatus(category), label: categoryLabels[category] })),
          },
        ]}
        days="发起时间"
      />
      <RecordPage
        asking={asking}
        queryKey={['contracts', 'allSpaces']}
        read={async (cursor, signal) => {
          const input = { ...asked, cursor, pageSize: filter.pageSize }
          const { taskInfoArray, nextCursor } = await call('listAllSpacesTasks', input, { signal })
          return { rows: taskInfoArray, nextCursor }
        }}
        columns={columns}
        rowKey={({ tenantId, signId }) => `${tenantId} ${signId}`}
        renderCard={(row) => (
          <ListCard
            title={row.taskName || '未命名合同'}
            tag={<StatusTags row={row} />}
            facts={[
              ['空间', row.spaceName],
              ['签署人', inOneLine(row.signerName) || '—'],
            ]}
            foot={row.signExpireTime !== null && formatDate(row.signExpireTime, '{y}-{m}-{d} 截止')}
            actions={acts(row)}
          />
        )}
        empty="暂无合同，快去发起一份吧"
        labelledBy="me-title"
      />
    </>
  )
}

const SpaceCell = ({ row }: { row: Row }) => (
  <span className="record-space">
    <SpaceBadge name={row.spaceName} kind={row.spaceType} />
    <span className="clip" title={row.spaceName}>
      {row.spaceName}
    </span>
  </span>
)

function Parties({ row }: { row: Row }) {
  const { first, rest } = partyLines(row.signerName)
  return <TwoLines name={first} company={rest} title={row.signerName} />
}

const Deadline = ({ row }: { row: Row }) =>
  row.signExpireTime === null ? (
    <span className="muted">—</span>
  ) : (
    <span className="until">
      {formatDate(row.signExpireTime, '{y}-{m}-{d}')}
      <span>{formatDate(row.signExpireTime, '{h}:{i}')}</span>
    </span>
  )

function Acts({ row, onOpen, busy }: OpenProps) {
  return (
    <span className="row">
      {row.operationArray.includes('sign') && (
        <button
          type="button"
          className="link danger"
          disabled={busy}
          aria-label={`签署${row.taskName}`}
          onClick={() => onOpen(row, true)}
        >
          签署
        </button>
      )}
      <button
        type="button"
        className="link"
        disabled={busy}
        aria-label={`查看${row.taskName}`}
        onClick={() => onOpen(row, false)}
      >
        查看
      </button>
    </span>
  )
}

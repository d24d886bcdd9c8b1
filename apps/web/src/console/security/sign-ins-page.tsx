import type { MemberSignIn } from '@moqi/api/company-security'
import { signInMethods, signInResults } from '@moqi/domain/account/sign-in'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { endOf, startOf } from '../../kit/list/list-filter.ts'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { SecurityFrame } from './security-frame.tsx'

type Filter = { search: string; outcome: '' | 'success' | 'failure'; days: readonly [string, string] }
const everything: Filter = { search: '', outcome: '', days: ['', ''] }

/** What is asked for, as the call has it. */
const asked = ({ search, outcome, days: [from, to] }: Filter) => ({
  ...(search && { search }),
  ...(outcome && { outcome }),
  ...(from && { startTime: startOf(from) }),
  ...(to && { endTime: endOf(to) }),
})

/** /console/security/sign-ins: who of the company has signed in, when, how and from where. */
export function SignInsPage() {
  const [filter, setFilter] = useState(everything)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const blob = await callBlob('exportMemberSignIns', asked(filter))
      saveBlob(blob, `登录记录-${formatDate(Date.now(), '{y}{m}{d}')}.xlsx`)
    } catch (refusal) {
      showRefusal(refusal)
    }
    setBusy(false)
  }
  return (
    <SecurityFrame
      current="sign-ins"
      acts={
        <Button busy={busy} onClick={() => void save()}>
          <Download size={16} />
          导出Excel
        </Button>
      }
    >
      {({ tenantId }) => (
        <>
          <div className="sec-filter">
            <SearchField
              label="姓名、手机号或IP"
              maxLength={60}
              value={filter.search}
              onSearch={(search) => setFilter({ ...filter, search })}
            />
            <Select
              aria-label="结果"
              value={filter.outcome}
              options={[
                { value: '', label: '全部结果' },
                { value: 'success', label: '成功' },
                { value: 'failure', label: '未成功' },
              ]}
              onChange={(outcome) => setFilter({ ...filter, outcome })}
            />
            <DateRangeInput label="时间" value={filter.days} onChange={(days) => setFilter({ ...filter, days })} />
          </div>
          <SignIns tenantId={tenantId} filter={filter} />
          <p className="small muted sec-kept">
            登录记录保留190天，只含成员加入本企业之后的；导出时网络地址隐去一段，并记入成员日志。
          </p>
        </>
      )}
    </SecurityFrame>
  )
}

function SignIns({ tenantId, filter }: { tenantId: string; filter: Filter }) {
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const key = JSON.stringify([filter, pageSize])
  const { cursor, previous, nextTo } = usePages(key)
  const list = useQuery({
    queryKey: ['member-sign-ins', tenantId, key, cursor],
    queryFn: ({ signal }) =>
      call('listMemberSignIns', { ...asked(filter), pageSize, ...(cursor !== null && { cursor }) }, { signal }),
    placeholderData: (before) => before,
  })
  if (!list.data) return <UnreadRecords {...list} />
  const { signInArray, nextCursor } = list.data
  if (signInArray.length === 0)
    return (
      <div className="card">
        <EmptyState title="没有符合条件的登录记录" hint="换个姓名、时间或结果试试" />
      </div>
    )
  return (
    <>
      <h2 className="sr" id="sec-sign-ins">
        登录记录
      </h2>
      <TableOrCards
        labelledBy="sec-sign-ins"
        columns={columns}
        rows={signInArray}
        rowKey={({ signInId }) => signInId}
        renderCard={card}
        busy={list.isPlaceholderData}
        pager={
          <Pager
            total="新的在前"
            pageSize={pageSize}
            onPageSize={(size) => setPageSize(pageSizeOf(size))}
            onPrevious={previous}
            onNext={nextTo(nextCursor)}
          />
        }
      />
    </>
  )
}

const moment = (at: number) => formatDate(at, '{y}-{m}-{d} {h}:{i}:{s}')
const outcome = ({ result }: MemberSignIn) => (
  <Tag tone={result === 'success' ? 'green' : 'seal'}>{signInResults[result]}</Tag>
)
const device = ({ deviceName, newDevice }: MemberSignIn) => `${deviceName}${newDevice === 1 ? '（新设备）' : ''}`

const columns: readonly PlainColumn<MemberSignIn>[] = [
  {
    title: '成员',
    width: 144,
    render: (row) => <TwoLines name={row.memberName} company={row.departmentName ?? ''} />,
  },
  { title: '时间', width: 172, render: (row) => <span className="num">{moment(row.time)}</span> },
  { title: '方式', width: 120, render: (row) => signInMethods[row.method] },
  { title: '设备', render: device },
  { title: '网络地址', width: 152, render: (row) => <span className="num sec-address">{row.address}</span> },
  { title: '结果', width: 136, render: outcome },
]

const card = (row: MemberSignIn) => (
  <article className="card sec-card">
    <p className="spread">
      <b>{row.memberName}</b>
      {outcome(row)}
    </p>
    <p className="small muted num">{moment(row.time)}</p>
    <p className="small">
      {signInMethods[row.method]}　{device(row)}
    </p>
    <p className="small muted num sec-address">{row.address}</p>
  </article>
)

import type { RegisteredCertificate } from '@moqi/api/operator-certificate'
import { certificateKinds, certificateStates, serialText } from '@moqi/domain/operators/certificate'
import { keysOf } from '@moqi/domain/keys-of'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CertificateNumbers } from './certificate-numbers.tsx'
import { certificatePath, StateTag } from './certificate-words.tsx'
import './certificates.css'

const states = keysOf(certificateStates)
const options = [
  { value: 'all', label: '全部' } as const,
  ...states.map((value) => ({ value, label: certificateStates[value] })),
]
type Choice = (typeof options)[number]['value']
const choiceOf = (text: string | null): Choice => states.find((state) => state === text) ?? 'all'

/** The certificates that spaces sign with and keys that are bound, the newest first, or those that are looked for. */
export function CertificatesPage() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const choice = choiceOf(params.get('state'))
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'certificates', search, choice],
    queryFn: ({ signal, pageParam }) =>
      call(
        'findCertificates',
        {
          ...(search && { search }),
          ...(choice !== 'all' && { certificateState: choice }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ certificateArray }) => certificateArray)
  const show = (text: string, state: Choice) => {
    const wished = { ...(text && { search: text }), ...(state !== 'all' && { state }) }
    setParams(new URLSearchParams(wished), { replace: true })
  }
  return (
    <RoomFrame
      title="证书"
      note="签署方的证书与绑定的USBKey；平台自己的证书用 npm run revoke 吊销"
      acts={<ExportButton list="certificates" search={search} state={choice === 'all' ? undefined : choice} />}
    >
      <CertificateNumbers />
      <div className="cert-tools">
        <SearchField label="序列号、持有人或空间编号" value={search} onSearch={(text) => show(text, choice)} />
        <Segmented label="状态" options={options} value={choice} onChange={(state) => show(search, state)} />
      </div>
      {rows ? (
        <Found
          rows={rows}
          isFiltered={search !== '' || choice !== 'all'}
          onMore={hasNextPage ? fetchNextPage : null}
          busy={isFetchingNextPage}
        />
      ) : (
        <UnreadRecords {...unread} />
      )}
    </RoomFrame>
  )
}

type FoundProps = {
  rows: readonly RegisteredCertificate[]
  isFiltered: boolean
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Found({ rows, isFiltered, onMore, busy }: FoundProps) {
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState
          title={isFiltered ? '没有找到证书' : '还没有证书'}
          hint={isFiltered ? '序列号从开头输入至少4位；名称可以只输入一部分' : '有人首次签署后，签发的证书会出现在这里'}
        />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-certificates">
        证书
      </h2>
      <TableOrCards
        labelledBy="room-certificates"
        columns={columns}
        rows={rows}
        rowKey={({ certificateId }) => certificateId}
        renderCard={(row) => <CertificateCard row={row} />}
        busy={false}
        pager={
          onMore && (
            <div className="room-more">
              <Button busy={busy} onClick={() => void onMore()}>
                显示更多
              </Button>
            </div>
          )
        }
      />
    </>
  )
}

const day = (time: number) => formatDate(time, '{y}-{m}-{d}')

const columns: readonly PlainColumn<RegisteredCertificate>[] = [
  {
    title: '持有人',
    render: ({ holder, certificateKind, issuer }) => (
      <>
        <b className="cert-word">{holder}</b>
        <span className="small muted cert-word">
          {certificateKinds[certificateKind]}　{issuer}
        </span>
      </>
    ),
  },
  {
    title: '序列号',
    width: 248,
    render: ({ serialNumber }) => <code className="cert-serial">{serialText(serialNumber)}</code>,
  },
  {
    title: '有效期',
    width: 140,
    shownFrom: 'desktop',
    render: ({ validFrom, validTo }) => (
      <span className="num">
        {day(validFrom)}
        <span className="small muted cert-word">至 {day(validTo)}</span>
      </span>
    ),
  },
  {
    title: '状态',
    width: 120,
    render: ({ certificateState, revokeTime }) => (
      <>
        <StateTag state={certificateState} />
        {revokeTime !== null && <span className="small muted num cert-word">{day(revokeTime)}</span>}
      </>
    ),
  },
  { title: '操作', width: 88, render: (row) => <OpenLink row={row} /> },
]

const OpenLink = ({ row: { certificateId, holder, serialNumber } }: { row: RegisteredCertificate }) => (
  <Link
    className="btn btn-s btn-plain"
    to={certificatePath(certificateId)}
    aria-label={`打开：${holder} ${serialText(serialNumber)}`}
  >
    打开
  </Link>
)

const CertificateCard = ({ row }: { row: RegisteredCertificate }) => (
  <div className="card cert-card">
    <p className="spread">
      <b className="cert-word">{row.holder}</b>
      <StateTag state={row.certificateState} />
    </p>
    <p>
      <code className="cert-serial">{serialText(row.serialNumber)}</code>
    </p>
    <p className="small muted num cert-word">
      {certificateKinds[row.certificateKind]}　{day(row.validFrom)} 至 {day(row.validTo)}
    </p>
    <Link
      className="btn btn-m btn-plain"
      to={certificatePath(row.certificateId)}
      aria-label={`打开：${row.holder} ${serialText(row.serialNumber)}`}
    >
      打开
    </Link>
  </div>
)

import type { SignIn } from '@moqi/api/sign-in'
import { signInMethods, signInResults } from '@moqi/domain/account/sign-in'
import { formatDate } from '@moqi/domain/time/format-date'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { usePages } from '../../ui/use-pages.ts'
import { useBelow } from '../../ui/use-phone.ts'
import { CardState } from '../../ui/card-state.tsx'
import './settings-cards.css'
import { signInKeys } from './sign-in-keys.ts'

const device = ({ deviceName, newDevice }: SignIn) => `${deviceName}${newDevice === 'yes' ? '（新设备）' : ''}`

const columns: readonly PlainColumn<SignIn>[] = [
  { title: '时间', width: 208, render: ({ time }) => <span className="num">{formatDate(time)}</span> },
  { title: '方式', width: 144, render: ({ method }) => signInMethods[method] },
  { title: '设备', render: device },
  { title: '网络地址', width: 208, render: ({ address }) => address },
  { title: '结果', width: 152, render: (row) => <Result row={row} /> },
]

/** Who tried to sign in to the account, when, how and from where; kept for 190 days. */
export function SignInLogCard() {
  const narrow = useBelow('laptop')
  const { cursor, previous, nextTo } = usePages()
  const query = useQuery({
    queryKey: signInKeys.log(cursor),
    queryFn: ({ signal }) => call('listSignIns', cursor === null ? {} : { cursor }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card settings-card" aria-labelledby="sign-ins-title">
      <div className="card-head settings-head">
        <h2 id="sign-ins-title" className="h2">
          登录记录
        </h2>
        <span className="small muted">保留190天</span>
      </div>
      <CardState query={query} rows={5}>
        {({ signInArray, nextCursor }) => (
          <>
            {signInArray.length === 0 && <p className="settings-none muted">暂无登录记录</p>}
            {narrow ? (
              <ul aria-labelledby="sign-ins-title">
                {signInArray.map((row) => (
                  <PhoneRow key={row.signInId} row={row} />
                ))}
              </ul>
            ) : (
              signInArray.length > 0 && (
                <PlainTable
                  labelledBy="sign-ins-title"
                  columns={columns}
                  rows={signInArray}
                  rowKey={({ signInId }) => signInId}
                />
              )
            )}
            {(previous || nextCursor !== null) && (
              <nav className="sign-in-pager" aria-label="登录记录翻页">
                <Button size="s" disabled={!previous} onClick={() => previous?.()}>
                  <ChevronLeft size={16} />
                  上一页
                </Button>
                <Button size="s" disabled={nextCursor === null} onClick={() => nextTo(nextCursor)?.()}>
                  下一页
                  <ChevronRight size={16} />
                </Button>
              </nav>
            )}
          </>
        )}
      </CardState>
    </section>
  )
}

function Result({ row: { result } }: { row: SignIn }) {
  return <Tag tone={result === 'success' ? 'green' : 'seal'}>{signInResults[result]}</Tag>
}

function PhoneRow({ row }: { row: SignIn }) {
  return (
    <li className="sign-in">
      <div className="spread">
        <span className="clip">{device(row)}</span>
        <Result row={row} />
      </div>
      <p className="small muted">
        <span className="num">{formatDate(row.time)}</span>　{signInMethods[row.method]}　{row.address}
      </p>
    </li>
  )
}

import { countText } from '@moqi/domain/labels/count-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useSpace, type Space } from '../../client/space-store.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { exportsQuery, isOpen } from './export-reads.ts'
import { verifyLine } from './export-words.ts'
import { OrderSheet } from './order-sheet.tsx'
import { PastExports } from './past-exports.tsx'
import { RunningPanel } from './running-panel.tsx'
import './export.css'

const inside = [
  ['contracts/', '每份合同的PDF、签署报告与操作日志的证明'],
  ['tables/', '合同、成员、印章、用印、份数与日志的台账'],
  ['manifest/', '每个文件的指纹'],
  ['manifest.pdf', '平台对清单的签名与时间戳'],
] as const

/** Everything the company has, in one archive that can be checked without us. */
export function ExportPage() {
  const space = useSpace(({ current }) => current)
  if (!space) return null
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">数据导出</h1>
        <p className="muted">把本企业的合同和证据整份带走。离开墨契，也能逐份验证。</p>
      </div>
      <div className="con-aside">
        <div className="con-stack">
          {hasRight(space, 'exportData') ? (
            <Exports space={space} />
          ) : (
            <Note tone="blue">只有企业管理员可以导出全部数据，请联系管理员。</Note>
          )}
        </div>
        <div className="con-stack">
          <Panel title="包里有什么">
            <Facts className="ce-inside" facts={inside} />
          </Panel>
          <Panel
            title="怎样验证"
            acts={
              <Button size="s" onClick={() => void copyText(verifyLine('导出包.zip'))}>
                <Copy size={16} />
                复制
              </Button>
            }
          >
            <pre className="ce-code">
              <code>{verifyLine('导出包.zip')}</code>
            </pre>
            <p className="muted small">不联网也可以。逐份检查签名、时间戳和指纹，列出不一致的文件。</p>
          </Panel>
        </div>
      </div>
    </div>
  )
}

function Exports({ space }: { space: Space }) {
  const client = useQueryClient()
  const query = exportsQuery(space.tenantId)
  const { data, isError, isFetching, refetch } = useQuery(query)
  const again = () => void client.invalidateQueries({ queryKey: query.queryKey })
  if (!data)
    return isError ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton height={200} />
  const open = data.exportArray.find(isOpen)
  return (
    <>
      {open ? <RunningPanel one={open} onSteered={again} /> : <NewExport number={data.taskNumber} onOrdered={again} />}
      <PastExports exports={data.exportArray.filter((one) => one !== open)} />
    </>
  )
}

function NewExport({ number, onOrdered }: { number: number; onOrdered: () => void }) {
  const [asking, setAsking] = useState(false)
  const copies = countText(number)
  return (
    <Panel
      title="新的导出"
      acts={
        <Button variant="primary" onClick={() => setAsking(true)}>
          {number > 0 ? `开始导出${copies}份` : '开始导出'}
        </Button>
      }
    >
      <ul className="ce-what">
        {[
          ['合同与签名', `${copies} 份已完成的合同`],
          ['签署报告与证据', '每份合同一份'],
          ['成员、印章与份数台账', '可用电子表格打开'],
          ['操作日志', '可证明没有被改动'],
        ].map(([name, note]) => (
          <li key={name}>
            <b>{name}</b>
            <span className="muted small">{note}</span>
          </li>
        ))}
      </ul>
      <Note tone="blue">
        只有管理员可以导出，需要再次验证身份；导出时会通知全部管理员。导出包保留14天，之后自动删除。草稿和未完成的合同不在包里。
      </Note>
      {asking && (
        <OrderSheet
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            onOrdered()
          }}
        />
      )}
    </Panel>
  )
}

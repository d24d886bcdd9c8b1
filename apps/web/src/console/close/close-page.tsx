import { countText } from '@moqi/domain/labels/count-text'
import { formatDate } from '@moqi/domain/time/format-date'
import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { Note, Panel } from '../../kit/console/panel.tsx'
import { factsOf, hasRight } from '../../kit/space/space-facts.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CloseForm } from './close-form.tsx'
import { type ClosingInfo, closingQuery } from './close-reads.ts'
import { fiveThings } from './five-things.ts'
import './close.css'

/** Closing the company: what to settle first, its three moments, and the way back while there is one. */
export function ClosePage() {
  const space = useSpace(({ current }) => current)
  if (!space) return null
  if (hasRight(space, 'closeCompany')) return <Closing space={space} />
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">注销企业</h1>
      </div>
      <Note tone="blue">只有企业管理员可以注销企业，请联系管理员。</Note>
    </div>
  )
}

function Closing({ space }: { space: Space }) {
  const client = useQueryClient()
  const query = closingQuery(space.tenantId)
  const { data, isError, isFetching, refetch } = useQuery(query)
  // What the company's members may do has changed with it.
  const again = () => void client.invalidateQueries()
  const closing = data?.closing ?? null
  const day = closing && formatDate(closing.closeTime, '{y}-{m}-{d}')
  return (
    <div className="con-in">
      <div className="con-head">
        <h1 className="h1">{day ? `企业将于 ${day} 注销` : '注销企业'}</h1>
        {closing && <TakeBack onDone={again} />}
      </div>
      {data ? (
        <Shown space={space} info={data} onChange={again} />
      ) : isError ? (
        <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

function Shown({ space, info, onChange }: { space: Space; info: ClosingInfo; onChange: () => void }) {
  const company = spaceLabel(factsOf(space))
  const left = fiveThings(info).filter(({ settled, needed }) => needed && !settled).length
  return (
    <div className="con-aside">
      <div className="con-stack">
        {info.closing ? (
          <Note tone="seal" title={`${info.closing.startedBy}已提交注销，期满前都可以反悔`}>
            这段时间里，谁都不能发起和签署；查看、下载、导出和验证照常。任一管理员撤销，即刻恢复原样。
          </Note>
        ) : (
          <FiveThings info={info} />
        )}
        <Moments info={info} />
        {!info.closing && <CloseForm company={company} left={left} onDone={onChange} />}
      </div>
      <div className="con-stack">
        <Panel title="会留下什么">
          <p className="muted">已签署的合同对各方始终有效。对方仍能在自己的空间看到、下载和验证它们。</p>
          <p className="muted cc-law">依《电子签名法》，签名验证数据至少保存至证书失效后五年。</p>
        </Panel>
        <Panel title="本企业">
          <Facts
            className="cc-facts"
            facts={[
              ['企业', company],
              ['合同', `${countText(info.taskNumber)} 份`],
              ['成员', `${countText(info.memberNumber)} 人`],
              ['印章', `${info.sealNumber} 枚`],
            ]}
          />
        </Panel>
      </div>
    </div>
  )
}

function FiveThings({ info }: { info: ClosingInfo }) {
  const things = fiveThings(info)
  const done = things.filter(({ settled }) => settled).length
  return (
    <Panel title="注销前要做的五件事" note={`已完成 ${done} / ${things.length}`} flush>
      <ol className="cc-things">
        {things.map(({ what, why, settled, act, href }) => (
          <li key={what}>
            {settled ? (
              <CircleCheck size={20} className="cc-settled" aria-label="已完成" />
            ) : (
              <CircleDashed size={20} className="cc-open" aria-label="未完成" />
            )}
            <p>
              {what}
              <span className="muted small">{why}</span>
            </p>
            <a className="link" href={href}>
              {act}
            </a>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Moments({ info }: { info: ClosingInfo }) {
  const last = info.closing ? formatDate(info.closing.closeTime, '{y}-{m}-{d}') : '第 30 天'
  return (
    <Panel title="注销的三个时刻">
      <ol className="cc-moments">
        <li>
          <b>提交当天</b>停止发起，{info.sealNumber} 枚印章冻结，{info.grantNumber} 份授权暂停
        </li>
        <li>
          <b>30 天内</b>随时可以撤销，一切照旧
        </li>
        <li>
          <b>{last}</b>注销印章与证书，{countText(info.memberNumber)} 名成员离开，空间关闭
        </li>
      </ol>
    </Panel>
  )
}

function TakeBack({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const takeBack = async () => {
    const text = '撤销后可以照常发起和签署，全部成员会收到通知。'
    if (!(await ask({ title: '撤销注销？', text, confirm: '撤销注销', cancel: '再想想' }))) return
    setBusy(true)
    try {
      await call('takeBackCompanyClosing', {})
    } catch (refusal) {
      if (!(refusal instanceof CallRefusal)) throw refusal
    }
    setBusy(false)
    onDone()
  }
  return (
    <Button variant="primary" busy={busy} onClick={() => void takeBack()}>
      <Undo2 size={18} />
      撤销注销
    </Button>
  )
}

import type { FlaggedSpace } from '@moqi/api/contract-freezing'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { dayMs } from '@moqi/domain/time/civil-date'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import '../../kit/operator/freeze-sheet.css'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { LauncherField } from './launcher-field.tsx'

type FreezeContractsSheetProps = { space: FlaggedSpace; onClose: () => void }

/** Whose contracts of which days are frozen together, with how many they are before it is done. */
export function FreezeContractsSheet({ space: { tenantId, spaceName }, onClose }: FreezeContractsSheetProps) {
  const [opened] = useState(() => Date.now())
  const [from, setFrom] = useState(() => deadlineDay(opened - 30 * dayMs))
  const [until, setUntil] = useState(() => deadlineDay(opened))
  const [launcherId, setLauncher] = useState('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const range = rangeOf({ tenantId, from, until, launcherId })
  const weighed = useQuery({
    queryKey: ['operator', 'weighed-contracts', range],
    queryFn: ({ signal }) => (range ? call('weighContractFreeze', range, { signal, quiet: true }) : null),
    gcTime: 0,
  })
  const number = weighed.data?.contractNumber ?? 0
  const waits = weighed.data?.needsSecond === 1
  const freeze = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFaults({ reason: checked.message })
    if (!range || number === 0) return
    const done = waits ? '已提交，等待另一位运营人员确认' : `已冻结${number}份合同`
    return void decide('freeze', () => call('freezeContracts', { ...range, reason }), done)
  }
  return (
    <Sheet
      title={`冻结合同：${spaceName}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="danger" busy={busy === 'freeze'} disabled={number === 0} onClick={freeze}>
            {waits ? '提交给第二人' : `冻结${number}份合同`}
          </Button>
        </>
      }
    >
      <div className="freeze-form">
        <div className="lending-pair">
          <DateField label="检查日期起" value={from} onChange={setFrom} />
          <DateField
            label="检查日期止"
            value={until}
            error={range ? faults.endTime : '请填写日期，结束日期不能早于开始日期'}
            onChange={setUntil}
          />
        </div>
        <LauncherField tenantId={tenantId} value={launcherId} onChange={setLauncher} />
        {range && <Effects {...weighed} number={number} />}
        <TextArea
          label="原因（合同各方会看到）"
          rows={3}
          maxLength={200}
          hint="如：涉嫌以合同掩盖违法放贷，核查期间暂停签署"
          value={reason}
          error={faults.reason}
          onChange={(event) => {
            setReason(event.target.value)
            setFaults({})
          }}
        />
        {waits && <p className="freeze-second">第二人不能是您。等待期间不生效，7天没有人确认则作废。</p>}
      </div>
    </Sheet>
  )
}

type Chosen = { tenantId: string; from: string; until: string; launcherId: string }

/** Whole days of Shanghai; null while they are none. */
function rangeOf({ tenantId, from, until, launcherId }: Chosen) {
  const [first, last] = [deadlineOf(from), deadlineOf(until)]
  if (first === null || last === null || last < first) return null
  return { tenantId, beginTime: first - dayMs + 1000, endTime: last, ...(launcherId !== '' && { launcherId }) }
}

type EffectsProps = { number: number; data: object | null | undefined; error: unknown } & {
  isFetching: boolean
  refetch: () => unknown
}

function Effects({ number, data, error, isFetching, refetch }: EffectsProps) {
  if (!data) return error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton />
  if (number === 0) return <p role="status">所选范围内没有可以冻结的合同。</p>
  return (
    <div role="status">
      <ul className="freeze-effects">
        <li>{number}份有风险提示的签署中合同不能再签署，各方看到原因；截止时间不顺延</li>
        <li>查看、下载与证据照常，已有的签名不变；同一空间的其他合同不受影响</li>
        <li>可以在“合同冻结记录”中解除</li>
      </ul>
    </div>
  )
}

import { checkReason } from '@moqi/domain/contract/draft-text'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useDecision } from './use-decision.ts'
import './freeze-sheet.css'

type Weighed = Record<'memberNumber' | 'signingNumber' | 'waitingNumber' | 'applicationNumber', number>
type Frozen = { tenantId: string; spaceName: string; frozen: object | null }
type FreezeSheetProps = { tenant: Frozen; onClose: () => void }

/** Says in numbers what freezing a space stops, or what letting it go on gives back, before it is done. */
export function FreezeSheet({ tenant: { tenantId, spaceName, frozen }, onClose }: FreezeSheetProps) {
  const act = frozen === null ? 'freeze' : 'thaw'
  const word = act === 'freeze' ? '冻结' : '解除冻结'
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operator', 'weighed-freeze', tenantId],
    queryFn: ({ signal }) => call('weighFreeze', { tenantId }, { signal, quiet: true }),
    gcTime: 0,
  })
  const waits = data?.needsSecond === 1
  const turn = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    const ask = () => call(act === 'freeze' ? 'freezeTenant' : 'thawTenant', { tenantId, reason })
    return void decide(act, ask, waits ? `已提交，等待另一位运营人员确认` : `${spaceName}已${word}`)
  }
  return (
    <Sheet
      title={`${word}${spaceName}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant={act === 'freeze' ? 'danger' : 'primary'} busy={busy === act} disabled={!data} onClick={turn}>
            {waits ? '提交给第二人' : word}
          </Button>
        </>
      }
    >
      <div className="freeze-form">
        {data && <Effects act={act} numbers={data} />}
        {!data && (error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton />)}
        <TextArea
          label="原因（客户会看到）"
          rows={3}
          maxLength={200}
          hint={act === 'freeze' ? '请写明依据，如：法院协助执行通知书及文号' : '如：执行已完毕，收到法院解除通知'}
          value={reason}
          error={fault}
          onChange={(event) => {
            setReason(event.target.value)
            setFault(undefined)
          }}
        />
        {waits && <p className="freeze-second">第二人不能是您。等待期间不生效，7天没有人确认则作废。</p>}
      </div>
    </Sheet>
  )
}

const Effects = ({ act, numbers }: { act: 'freeze' | 'thaw'; numbers: Weighed }) =>
  act === 'freeze' ? (
    <ul className="freeze-effects">
      <li>{numbers.memberNumber}名成员不能在本空间发起和签署；登录、查看、下载照常</li>
      <li>本空间发起的{numbers.signingNumber}份签署中合同暂停，对方看到“发起方已暂停该合同的签署”；截止时间不顺延</li>
      <li>等待本空间签署的{numbers.waitingNumber}份合同暂时不能签署</li>
      <li>{numbers.applicationNumber}个应用不能再发起</li>
    </ul>
  ) : (
    <ul className="freeze-effects">
      <li>{numbers.memberNumber}名成员可以照常发起和签署</li>
      <li>
        {numbers.signingNumber}份已发起、{numbers.waitingNumber}份待签署的合同恢复签署，过了截止时间的除外
      </li>
    </ul>
  )

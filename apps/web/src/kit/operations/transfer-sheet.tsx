import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { ContractRow } from '../contract/contract-row.ts'
import { Choices } from './choices.tsx'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type TransferSheetProps = {
  row: Pick<ContractRow, 'signId' | 'taskName'>
  onDone: () => void
  onClose: () => void
}

/** 转交: a real-named colleague of the same company, and why. */
export function TransferSheet({ row, onDone, onClose }: TransferSheetProps) {
  const [colleagueId, setColleagueId] = useState('')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<SheetFault | null>(null)
  const colleagues = useQuery({
    queryKey: ['colleagues', row.signId],
    queryFn: ({ signal }) => call('listColleagues', { signId: row.signId }, { signal }),
    gcTime: 0,
  })
  const check = (): SheetFault | null => {
    if (!colleagueId) return { field: 'phone', message: '请选择接手的同事' }
    return [...reason.trim()].length >= 2 ? null : { field: 'reason', message: '请填写原因(2-200字)' }
  }
  const items = colleagues.data?.colleagueArray.map(({ colleagueId: value, name, phone }) => ({
    value,
    label: name,
    note: phone,
  }))
  return (
    <SheetForm
      title="转交"
      confirm="确定转交"
      check={check}
      send={(key) => call('transferTask', { signId: row.signId, colleagueId, reason: reason.trim() }, { key })}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">《{row.taskName}》转交后由对方代表本企业签署，您不再是该合同的签署方。</p>
      <div className="ask-more">
        {colleagues.isPending && <Skeleton rows={2} height={44} />}
        {colleagues.isError && <LoadingFailed busy={colleagues.isFetching} onRetry={() => void colleagues.refetch()} />}
        {items?.length === 0 && <p className="hint">没有可转交的同事：对方需已加入本企业并完成实名认证。</p>}
        {items && items.length > 0 && (
          <Choices
            legend="接手的同事"
            items={items}
            value={colleagueId}
            error={fault && fault.field !== 'reason' ? fault.message : undefined}
            onChange={setColleagueId}
          />
        )}
        <TextArea
          label="请填写原因(2-200字)"
          maxLength={200}
          value={reason}
          error={fault?.field === 'reason' ? fault.message : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </SheetForm>
  )
}

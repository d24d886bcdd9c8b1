import type { ApproveInfo } from '@moqi/api/approval'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'
import { Choices } from '../../kit/operations/choices.tsx'
import { SheetForm, type SheetFault } from '../../kit/operations/sheet-form.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type DelegateSheetProps = {
  info: Pick<ApproveInfo, 'approveId'>
  onDone: () => void
  onClose: () => void
}

/** One's part handed to a colleague who may approve. */
export function DelegateSheet({ info: { approveId }, onDone, onClose }: DelegateSheetProps) {
  const [memberId, setMemberId] = useState('')
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<SheetFault | null>(null)
  const people = useQuery({
    queryKey: [...approvalKeys.all, 'people', approveId],
    queryFn: ({ signal }) => call('listApprover', {}, { signal }),
    gcTime: 0,
  })
  const items = people.data?.approverArray
    .filter(({ absence }) => absence === null)
    .map(({ memberId: value, nickName, phone }) => ({ value, label: nickName, note: phone }))
  const said = reason.trim()
  return (
    <SheetForm
      title="转交他人审批"
      confirm="确定转交"
      check={() => (memberId ? null : { field: 'memberId', message: '请选择接手的同事' })}
      send={(key) => call('delegateApprove', { approveId, memberId, ...(said && { reason: said }) }, { key })}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">转交后由对方审批，您不再是该节点的审批人。</p>
      <div className="ask-more">
        {people.isPending && <Skeleton rows={2} height={44} />}
        {people.isError && <LoadingFailed busy={people.isFetching} onRetry={() => void people.refetch()} />}
        {items?.length === 0 && <p className="hint">没有可转交的同事：对方需已加入本企业并有审批用印的权限。</p>}
        {items && items.length > 0 && (
          <Choices
            legend="接手的同事"
            items={items}
            value={memberId}
            error={fault && fault.field !== 'reason' ? fault.message : undefined}
            onChange={setMemberId}
          />
        )}
        <TextArea
          label="说明（选填）"
          maxLength={200}
          value={reason}
          error={fault?.field === 'reason' ? fault.message : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </SheetForm>
  )
}

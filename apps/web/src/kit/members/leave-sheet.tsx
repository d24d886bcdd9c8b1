import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { randomKey } from '../../client/request.ts'
import type { Space } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FormSheet } from '../form/form-sheet.tsx'
import { SuccessorField } from './successor-field.tsx'

type LeaveSheetProps = { space: Space; onLeft: () => void; onClose: () => void }

/** Leaves the current company, after saying what becomes of the contracts (domain 4.5, 5.7). */
export function LeaveSheet({ space, onLeft, onClose }: LeaveSheetProps) {
  const [successorId, setSuccessor] = useState('')
  const [key] = useState(randomKey)
  const { data } = useQuery({
    queryKey: ['members', 'leave', space.tenantId],
    queryFn: ({ signal }) => call('getLeaveInfo', {}, { signal }),
    staleTime: 0,
  })
  if (data?.isLastAdmin === 'yes')
    return (
      <Sheet
        title="退出企业"
        width={416}
        onClose={onClose}
        footer={
          <Button variant="primary" block data-first onClick={onClose}>
            知道了
          </Button>
        }
      >
        <p className="ask">请先转让管理员</p>
        <p className="ask-detail">您是{space.spaceName}唯一的管理员，转让后才能退出。</p>
      </Sheet>
    )
  const open = data?.openTaskNumber ?? 0
  return (
    <FormSheet
      title="退出企业"
      confirm="退出"
      tone="seal"
      ready={data !== undefined && (open === 0 || successorId !== '')}
      send={() => call('leaveCompany', { successorId: successorId || null }, { key })}
      onDone={onLeft}
      onClose={onClose}
    >
      <p className="ask">确定退出{space.spaceName}吗？</p>
      <p className="muted">
        退出后您立即无法查看该企业的合同。
        {open > 0 && `您还有${open}份未完成的合同，请选择接手的同事。`}
      </p>
      <SuccessorField open={open} exceptId={null} value={successorId} onChange={setSuccessor} />
    </FormSheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CompanyMember } from '@moqi/api/members'
import { call } from '../../client/call.ts'
import { randomKey } from '../../client/request.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { SuccessorField } from '../../kit/members/successor-field.tsx'

type RemoveSheetProps = { member: CompanyMember; onDone: () => void; onClose: () => void }

/** Removes a member, after saying what becomes of the contracts (domain 5.7). */
export function RemoveSheet({ member, onDone, onClose }: RemoveSheetProps) {
  const { memberId, memberName } = member
  const [successorId, setSuccessor] = useState('')
  const [key] = useState(randomKey)
  const { data } = useQuery({
    queryKey: ['members', 'open-tasks', memberId],
    queryFn: ({ signal }) => call('getOpenTaskNumber', { memberId }, { signal }),
    staleTime: 0,
  })
  const open = data?.openTaskNumber ?? 0
  return (
    <FormSheet
      title="移除成员"
      confirm="移除"
      tone="seal"
      ready={data !== undefined && (open === 0 || successorId !== '')}
      send={() => call('removeMember', { memberId, successorId: successorId || null }, { key })}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="ask">确定将{memberName}移出企业吗？</p>
      <p className="muted">
        移除后对方立即无法进入本企业空间，其用印授权同时失效。
        {open > 0 && `还有${open}份未完成的合同，请选择接手的同事。`}
      </p>
      <SuccessorField open={open} exceptId={memberId} value={successorId} onChange={setSuccessor} />
    </FormSheet>
  )
}

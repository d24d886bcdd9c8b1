import type { SealInfo } from '@moqi/api/shapes'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'

type Member = { memberId: string; memberName: string }

/** Who may use a company's seal: administrators always, and whom one of them lets. */
export function SealHoldersSheet({ seal, onClose }: { seal: SealInfo; onClose: () => void }) {
  const { sealId, sealName } = seal
  const [keyword, setKeyword] = useState('')
  const [busy, setBusy] = useState<string | null>(null)
  const holdersKey = ['seals', 'holders', sealId]
  const { data: holders } = useQuery({
    queryKey: holdersKey,
    queryFn: ({ signal }) => call('listSealHolder', { sealId }, { signal }),
  })
  const { data: found } = useQuery({
    queryKey: ['seals', 'members', keyword],
    queryFn: ({ signal }) => call('listMember', { keyword: keyword.trim(), pageSize: 10 }, { signal }),
    placeholderData: (previous) => previous,
  })
  const held = new Set(holders?.memberArray.map(({ memberId }) => memberId))
  const others = found?.memberArray.filter(
    ({ memberId, isSpaceOwner, memberStatus }) =>
      isSpaceOwner === 'no' && memberStatus === 'enabled' && !held.has(memberId),
  )
  const set = async ({ memberId, memberName }: Member, granted: 0 | 1) => {
    setBusy(memberId)
    try {
      await call('setSealHolder', { sealId, memberId, granted })
      success(granted === 1 ? `${memberName}可以使用${sealName}了` : `已收回${memberName}的使用权`)
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
      await queryClient.invalidateQueries({ queryKey: holdersKey })
    }
  }
  return (
    <Sheet title={`${sealName}的使用成员`} onClose={onClose} footer={<Button onClick={onClose}>完成</Button>}>
      <p className="muted small">管理员始终可以使用。收回后，成员不能再用此印章签署，已签署的合同不受影响。</p>
      {!holders && <Skeleton rows={3} height={44} />}
      {holders && (
        <ul className="seal-holders" aria-label="可以使用的成员">
          {holders.memberArray.map((member) => (
            <li key={member.memberId}>
              <span className="clip">{member.memberName}</span>
              <Button
                size="s"
                variant="quiet"
                busy={busy === member.memberId}
                aria-label={`收回${member.memberName}的使用权`}
                onClick={() => void set(member, 0)}
              >
                <X size={16} />
                收回
              </Button>
            </li>
          ))}
          {holders.memberArray.length === 0 && <li className="muted">还没有授权给其他成员</li>}
        </ul>
      )}
      <SearchBox label="按姓名或手机号查找成员" value={keyword} onChange={(event) => setKeyword(event.target.value)} />
      <ul className="seal-holders" aria-label="其他成员">
        {others?.map((member) => (
          <li key={member.memberId}>
            <span className="clip">{member.memberName}</span>
            <Button
              size="s"
              busy={busy === member.memberId}
              aria-label={`授权${member.memberName}使用`}
              onClick={() => void set(member, 1)}
            >
              <UserRoundPlus size={16} />
              授权
            </Button>
          </li>
        ))}
        {others?.length === 0 && <li className="muted">没有其他可以授权的成员</li>}
      </ul>
    </Sheet>
  )
}

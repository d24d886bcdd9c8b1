import type { SealInfo } from '@moqi/api/shapes'
import { grantStateLabels } from '@moqi/domain/labels/status-labels'
import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { makeGrantPath, sealGrantsPath } from '../../kit/grants/grant-paths.ts'
import { grantTones, noteOf, scopeOf, termOf } from '../../kit/grants/grant-words.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'

const most = 20

/** Who may use a company's seal beside the administrators, and where that is granted and taken back. */
export function SealHoldersSheet({ seal, onClose }: { seal: SealInfo; onClose: () => void }) {
  const { sealId, sealName } = seal
  const navigate = useNavigate()
  const now = useNow()
  const { data } = useQuery({
    queryKey: ['sealGrants', 'of', sealId],
    queryFn: ({ signal }) => call('listSealGrant', { sealId, pageSize: most }, { signal }),
  })
  const grants = data?.grantArray.filter(({ grantState }) => grantState !== 'expired' && grantState !== 'revoked')
  return (
    <Sheet
      title={`${sealName}的使用成员`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void navigate(sealGrantsPath(sealId))}>查看全部授权</Button>
          <Button variant="primary" onClick={() => void navigate(makeGrantPath({ sealId }))}>
            <UserRoundPlus size={16} />
            新增授权
          </Button>
        </>
      }
    >
      <p className="muted small">管理员始终可以使用。其他成员须签署《电子印章授权书》，在授权范围与期限内使用。</p>
      {!grants && <Skeleton rows={3} height={44} />}
      {grants && (
        <ul className="seal-holders" aria-label="已授权的成员">
          {grants.map((grant) => (
            <li key={grant.grantId}>
              <span className="two-lines">
                <Link to={sealGrantsPath(sealId)} className="title-link clip">
                  {grant.memberName}
                </Link>
                <span className="clip">
                  {[scopeOf(grant), termOf(grant).join(' '), noteOf(grant, now)].filter(Boolean).join('，')}
                </span>
              </span>
              <Tag tone={grantTones[grant.grantState]}>{grantStateLabels[grant.grantState]}</Tag>
            </li>
          ))}
          {grants.length === 0 && <li className="muted">还没有授权给其他成员</li>}
        </ul>
      )}
    </Sheet>
  )
}

import type { Invite } from '@moqi/api/membership'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { packFrom } from '../../client/own-path.ts'
import { randomKey } from '../../client/request.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { info } from '../../ui/toast-store.ts'
import { waitingKey } from '../../kit/space/waiting-answers.ts'

type View = 'ask' | 'decline' | 'auth'
type JoinDecisionProps = { invite: Invite; onJoined: (tenantId: string | null) => void }

/** One invitation with its two answers (checklist S25, V6, X19). */
export function JoinDecision({ invite, onJoined }: JoinDecisionProps) {
  const { companyId, companyName, adminName, departmentName, roleName, expireTime } = invite
  const [view, show] = useState<View>('ask')
  const [key] = useState(randomKey)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const agreeing = useMutation({
    mutationFn: () => call('replyInviteUser', { companyId, replyFlag: 'agree' }, { key: `${key}a` }),
    onSuccess: ({ tenantId }) => onJoined(tenantId),
    onError: (error) => {
      if (error instanceof CallRefusal && error.reason === 'space/not-authenticated') show('auth')
      else showRefusal(error)
    },
  })
  const declining = useMutation({
    mutationFn: () => call('replyInviteUser', { companyId, replyFlag: 'disagree' }, { key: `${key}d` }),
    onSuccess: async () => {
      info('已拒绝加入该企业')
      await queryClient.invalidateQueries({ queryKey: waitingKey })
      await navigate('/', { replace: true })
    },
    onError: (error) => {
      show('ask')
      showRefusal(error)
    },
  })
  const isIn = invite.inviteStatus === 'accepted'
  const facts = [
    ['邀请人', adminName],
    ['部门', departmentName ?? '未分配'],
    ['角色', roleName],
  ] as const
  return (
    <>
      <section className="card join">
        <SpaceBadge name={companyName} kind="company" size={64} />
        <p className="join-who">{isIn ? '您已加入' : `${adminName}邀请您加入`}</p>
        <h1>{companyName}</h1>
        <Facts facts={facts} clip />
        <p className="join-note">
          加入后，您将以{roleName === fixedRoles.operator ? '经办人' : `“${roleName}”`}身份代表该企业处理合同。
          <br />
          企业看不到您的个人合同。
        </p>
        <div className="join-acts">
          {!isIn && (
            <Button size="xl" onClick={() => show('decline')}>
              拒绝
            </Button>
          )}
          <Button size="xl" variant="primary" busy={agreeing.isPending} onClick={() => agreeing.mutate()}>
            {isIn ? '进入该企业' : '同意加入'}
          </Button>
        </div>
        {!isIn && (
          <p className="join-until small">
            <Clock size={14} />
            邀请在 {formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')} 前有效
          </p>
        )}
      </section>
      {view === 'decline' && (
        <DeclineSheet busy={declining.isPending} onClose={() => show('ask')} onConfirm={() => declining.mutate()} />
      )}
      {view === 'auth' && <AuthSheet onClose={() => show('ask')} />}
    </>
  )
}

function DeclineSheet(props: { busy: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <Sheet
      title="温馨提示"
      width={416}
      onClose={props.onClose}
      footer={
        <>
          <Button size="l" onClick={props.onClose}>
            取消
          </Button>
          <Button size="l" variant="seal" busy={props.busy} onClick={props.onConfirm}>
            确定
          </Button>
        </>
      }
    >
      <p className="ask">您拒绝加入该企业，确定后该企业空间将被删除</p>
      <p className="ask-detail">只从您的账号中删除，不影响企业及其他成员。</p>
    </Sheet>
  )
}

/** The way to one's real name and back to this invitation (checklist V6). */
function AuthSheet({ onClose }: { onClose: () => void }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const path = `/personal-auth-info?from=${encodeURIComponent(packFrom(pathname + search))}`
  return (
    <Sheet
      title="温馨提示"
      width={416}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            取消
          </Button>
          <Button size="l" variant="primary" data-first onClick={() => void navigate(path)}>
            去实名认证
          </Button>
        </>
      }
    >
      <p className="ask">您需要完成实名认证</p>
      <p className="ask-detail">认证约需2分钟，完成后会回到这份邀请。</p>
    </Sheet>
  )
}

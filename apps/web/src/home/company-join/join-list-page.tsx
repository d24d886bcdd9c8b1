import type { Invite, AdministrationTransfer } from '@moqi/api/membership'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { info, success } from '../../ui/toast-store.ts'
import { joinPath, useWaitingAnswers, waitingKey } from '../../kit/space/waiting-answers.ts'
import './join.css'
import { enterCompany } from './enter-company.ts'

/** /user-space/company-join-list (checklist R56): what waits for the person's answer. */
export function JoinListPage() {
  const { data, isError, isFetching, refetch } = useWaitingAnswers()
  const none = data && data.inviteArray.length + data.transferArray.length === 0
  return (
    <>
      <h1 className="h1">待答复</h1>
      {!data && isError && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && (
        <div className="join-list" aria-busy="true">
          <Skeleton rows={3} height={80} />
        </div>
      )}
      {none && (
        <div className="card join-list">
          <EmptyState title="没有等待您答复的邀请" hint="企业邀请您加入、管理员向您转让权限时，会显示在这里。">
            <ButtonLink to="/">返回首页</ButtonLink>
          </EmptyState>
        </div>
      )}
      <div className="join-list">
        {data?.transferArray.map((transfer) => (
          <TransferEntry key={transfer.transferId} transfer={transfer} />
        ))}
        {data?.inviteArray.map((invite) => (
          <InviteEntry key={invite.companyId} invite={invite} />
        ))}
      </div>
    </>
  )
}

function InviteEntry({ invite }: { invite: Invite }) {
  const { companyId, companyName, adminName, expireTime } = invite
  return (
    <Entry
      company={companyName}
      note={`${adminName}邀请您加入，${formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')} 前有效`}
    >
      <ButtonLink to={joinPath(companyId)} variant="primary">
        查看邀请
      </ButtonLink>
    </Entry>
  )
}

function TransferEntry({ transfer }: { transfer: AdministrationTransfer }) {
  const { transferId, companyName, adminName } = transfer
  const queryClient = useQueryClient()
  const answering = useMutation({
    mutationFn: (replyFlag: 'agree' | 'disagree') => call('answerTransfer', { transferId, replyFlag }),
    onSuccess: async ({ tenantId }, replyFlag) => {
      await queryClient.invalidateQueries({ queryKey: waitingKey })
      if (replyFlag === 'disagree') return info('已拒绝接任管理员')
      success('您已成为管理员')
      await enterCompany(tenantId)
    },
    onError: async (refusal) => {
      showRefusal(refusal)
      await queryClient.invalidateQueries({ queryKey: waitingKey })
    },
  })
  const agree = async () => {
    const text = `确定接任${companyName}的管理员吗？`
    const detail = '接任后由您管理成员、印章和套餐；原有的印章授权将失效，需由您重新授权。'
    if (await ask({ title: '温馨提示', text, detail, confirm: '确定接任', cancel: '取消' })) answering.mutate('agree')
  }
  return (
    <Entry company={companyName} note={`${adminName}请您接任企业管理员`}>
      <Button onClick={() => !answering.isPending && answering.mutate('disagree')}>拒绝</Button>
      <Button variant="primary" busy={answering.isPending} onClick={() => void agree()}>
        接任
      </Button>
    </Entry>
  )
}

function Entry({ company, note, children }: { company: string; note: string; children: ReactNode }) {
  return (
    <article className="card join-entry">
      <SpaceBadge name={company} kind="company" size={40} />
      <div>
        <h2 className="clip" title={company}>
          {company}
        </h2>
        <p className="small muted">{note}</p>
      </div>
      <span className="join-entry-acts">{children}</span>
    </article>
  )
}

import type { ReceivedGroupInvitation } from '@moqi/api/company-group'
import { rulesInWords } from '@moqi/domain/groups/group-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Panel } from '../../kit/console/panel.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { SeenAndNot } from './no-group.tsx'

type ReceivedProps = { invitations: readonly ReceivedGroupInvitation[]; company: string; onAnswered: () => void }

/** What waits for the company's administrators to agree to or refuse, with all that it means. */
export const ReceivedInvitations = ({ invitations, company, onAnswered }: ReceivedProps) =>
  invitations.map((one) => (
    <Received key={one.invitationId} invitation={one} company={company} onAnswered={onAnswered} />
  ))

type OneProps = Omit<ReceivedProps, 'invitations'> & { invitation: ReceivedGroupInvitation }

function Received({ invitation, company, onAnswered }: OneProps) {
  const { invitationId, version, groupName, leadName, leadCreditCode, inviterName, companyNumber, rules } = invitation
  const keyOf = useRepeatKey()
  const answering = useMutation({
    mutationFn: (answer: 'agree' | 'refuse') => {
      const input = { invitationId, answer, version }
      return call('answerGroupInvitation', input, { key: keyOf(input) })
    },
    onSuccess: (_, answer) => success(answer === 'agree' ? `已加入${groupName}` : '已拒绝邀请'),
    onError: showRefusal,
    onSettled: onAnswered,
  })
  const agree = async () => {
    const text = `${company}加入${groupName}后，${leadName}的管理员可以看到本企业的数字，看不到合同内容。${rulesInWords(rules).join('；')}。可以随时退出。`
    if (await ask({ title: `同意加入${groupName}`, text, confirm: '同意加入', cancel: '再想想' }))
      answering.mutate('agree')
  }
  const refuse = async () => {
    const text = `${leadName}的管理员会收到通知。对方可以再次邀请。`
    if (await ask({ title: `拒绝加入${groupName}`, text, confirm: '拒绝', cancel: '取消', tone: 'seal' }))
      answering.mutate('refuse')
  }
  return (
    <Panel title={`${groupName}邀请本企业加入`} note={`${formatDate(invitation.endTime, '{y}-{m}-{d}')} 前有效`}>
      <p>
        {`牵头企业：${leadName}（${leadCreditCode}）。由${inviterName}于 ${formatDate(invitation.sentTime, '{y}-{m}-{d}')} 邀请，集团现有${companyNumber}家企业。`}
      </p>
      <SeenAndNot />
      <h3 className="grp-sub">加入后适用的集团规则</h3>
      <ul className="grp-list">
        {rulesInWords(rules).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="muted">本企业自己的规则照旧，两者中更严的生效。对方每次查看都会留下记录，本企业可以随时退出。</p>
      <div className="grp-answer">
        <Button variant="primary" busy={answering.isPending} onClick={() => void agree()}>
          同意加入
        </Button>
        <Button disabled={answering.isPending} onClick={() => void refuse()}>
          拒绝
        </Button>
      </div>
    </Panel>
  )
}

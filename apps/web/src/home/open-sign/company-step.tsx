import type { Invite } from '@moqi/api/membership'
import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { randomKey } from '../../client/request.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { info as tell, success } from '../../ui/toast-store.ts'
import { CompanyAuthSteps } from '../../kit/authentication/company-auth.tsx'
import { waitingKey } from '../../kit/space/waiting-answers.ts'
import { FlowFrame } from './flow-frame.tsx'

type CompanyStepProps = {
  info: TicketInfo
  state: TicketStep
  busy: boolean
  /** Looks again how far the person has come. */
  onAgain: () => Promise<TicketStep['step'] | undefined>
}

/**
 * A company's party acts in the company's authenticated space. Whoever the company has invited joins here and goes on;
 * whoever it has not is told who can do what, and the page hears of an invitation by itself.
 */
export function CompanyStep({ info, state, busy, onAgain }: CompanyStepProps) {
  const { data } = useQuery({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call('listInvite', {}, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
  const invite = data?.inviteArray.find(({ companyName }) => companyName === state.companyName)
  const again = async () => {
    // The space that was joined meanwhile is in no list yet.
    await queryClient.invalidateQueries({ queryKey: ['spaces'] })
    if ((await onAgain()) === 'company') tell('还没有查到您加入这家企业，请在管理员邀请、您同意加入后再试')
  }
  const company = state.companyName ?? ''
  const own = useQuery({
    queryKey: ['company-auth', 'begun', company],
    queryFn: ({ signal }) => call('getAuthInfo', { companyName: company }, { signal, quiet: true }),
  })
  const [chosen, setChosen] = useState<boolean>()
  if (invite) return <Joining key={invite.companyId} invite={invite} onJoined={() => void again()} />
  // Whoever has begun it comes back to where it stands.
  if (chosen ?? (own.data !== undefined && own.data.isAuthed !== 'notAuth'))
    return (
      <FlowFrame step="2 / 3">
        <CompanyAuthSteps
          companyName={company}
          onBack={() => setChosen(false)}
          passed={<Passed onPassed={() => void again()} />}
        />
      </FlowFrame>
    )
  return (
    <NotIn
      info={info}
      company={company}
      busy={busy}
      onAgain={() => void again()}
      onAuthenticate={() => setChosen(true)}
    />
  )
}

/** The company is authenticated and the person its administrator: the contract is theirs by now. */
function Passed({ onPassed }: { onPassed: () => void }) {
  return (
    <ResultPage
      art={<MatchMark state="fit" size={112} color="#2b6a4d" />}
      title="企业认证已通过"
      actions={
        <Button size="xl" variant="primary" onClick={onPassed}>
          继续签署
        </Button>
      }
    >
      公章已生成，您是企业管理员，可以代表企业签署。
    </ResultPage>
  )
}

/** The invitation of the very company the contract is for. */
function Joining({ invite, onJoined }: { invite: Invite; onJoined: () => void }) {
  const { companyId, companyName, adminName, roleName, expireTime } = invite
  const [key] = useState(randomKey)
  const joining = useMutation({
    mutationFn: () => call('replyInviteUser', { companyId, replyFlag: 'agree' }, { key }),
    onSuccess: () => {
      success('加入成功！')
      onJoined()
    },
    onError: showRefusal,
    onSettled: () => queryClient.invalidateQueries({ queryKey: waitingKey }),
  })
  return (
    <FlowFrame step="2 / 3">
      <p className="os-ask">{adminName}邀请您加入</p>
      <h1 className="os-name">{companyName}</h1>
      <dl className="os-facts">
        <div>
          <dt>您的角色</dt>
          <dd>{roleName}</dd>
        </div>
        <div>
          <dt>邀请有效期至</dt>
          <dd className="num">{formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')}</dd>
        </div>
      </dl>
      <p className="os-say">
        加入后即可代表该企业处理这份合同；加盖企业印章，还需企业授权您使用。企业看不到您的个人合同。
      </p>
      <div className="os-acts">
        <Button
          size="xl"
          variant="primary"
          block
          busy={joining.isPending}
          onClick={() => !joining.isPending && joining.mutate()}
        >
          同意加入，继续签署
        </Button>
      </div>
    </FlowFrame>
  )
}

type NotInProps = {
  info: TicketInfo
  company: string
  busy: boolean
  onAgain: () => void
  onAuthenticate: () => void
}

function NotIn({ info, company, busy, onAgain, onAuthenticate }: NotInProps) {
  const until = formatDate(info.signExpireTime, '{y}-{m}-{d} {h}:{i}')
  return (
    <FlowFrame step="2 / 3">
      <h1>需要以“{company}”的名义签署</h1>
      <p className="lean-sub">
        您的实名认证已完成，但您还不是这家企业在本平台的成员，因此不能代表它签署。合同为您保留到 {until}
        ，期间打开同一个链接即可继续，无需重新认证。
      </p>
      <h2 className="h2 os-means">接下来可以</h2>
      <ol className="os-list os-ways">
        <li>
          <b>企业已在本平台认证：</b>请企业管理员在“成员管理”中邀请您的手机号 {info.phone}
          ，邀请到达后会显示在本页，同意后即可继续。
        </li>
        <li>
          <b>企业尚未在本平台认证：</b>您可以现在办理企业认证，需要营业执照信息和对公账户，认证后即可继续签署。
        </li>
        <li>
          <b>企业名称有误，或应由您个人签署：</b>请联系{info.initiatorName}撤回后重新发起。
        </li>
      </ol>
      <div className="os-acts">
        <Button size="xl" variant="primary" block onClick={onAuthenticate}>
          办理企业认证
        </Button>
        <Button size="xl" block busy={busy} onClick={onAgain}>
          已加入，继续签署
        </Button>
        <ButtonLink size="xl" to="/">
          稍后再签，返回首页
        </ButtonLink>
      </div>
    </FlowFrame>
  )
}

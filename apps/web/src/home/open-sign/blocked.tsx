import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { endSession } from '../../client/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { FlowFrame } from './flow-frame.tsx'

type BlockedProps = { title: string; children: ReactNode; actions: ReactNode }

function Blocked({ title, children, actions }: BlockedProps) {
  return (
    <FlowFrame>
      <ResultPage art={<MatchMark state="half" size={112} color="#8a560b" />} title={title} actions={actions}>
        {children}
      </ResultPage>
    </FlowFrame>
  )
}

/** A link that leads nowhere, whatever the reason. */
export function DeadLink() {
  return (
    <FlowFrame>
      <ResultPage
        art={<MatchMark state="alone" size={112} color="#3d414a" />}
        title="链接已失效"
        actions={
          <ButtonLink to="/" size="l" variant="primary">
            登录查看我的合同
          </ButtonLink>
        }
      >
        <p>合同可能已撤回、拒签或过了截止时间，也可能是链接不完整。请核对短信中的链接，或联系发起方。</p>
      </ResultPage>
    </FlowFrame>
  )
}

/** Somebody else is signed in: says for whom the contract is, and offers to switch. */
export function OtherPerson({ info, onSwitched }: { info: TicketInfo; onSwitched: () => void }) {
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    // The session is forgotten here whether or not the server heard of it.
    await call('logout', {}, { quiet: true }).catch(() => null)
    endSession({ keepConfig: true })
    onSwitched()
  }
  return (
    <Blocked
      title="请切换账号"
      actions={
        <>
          <ButtonLink to="/" size="l">
            返回首页
          </ButtonLink>
          <Button size="l" variant="primary" busy={busy} onClick={() => void change()}>
            退出并验证被邀请的手机号
          </Button>
        </>
      }
    >
      <p>
        《{info.taskName}》邀请的是 {info.signerName}（{info.phone}），您当前登录的是另一个账号。
      </p>
    </Blocked>
  )
}

/** Real-named already, but not with the invited name: the contract belongs to somebody else (checklist I10). */
export function OtherName({ info, state }: { info: TicketInfo; state: TicketStep }) {
  return (
    <Blocked
      title="姓名与合同不一致"
      actions={
        <ButtonLink to="/" size="l" variant="primary">
          返回首页
        </ButtonLink>
      }
    >
      <p>
        合同邀请的是“{state.signerName}”，您的实名是“{state.ownName}”，因此不能查看和签署。
      </p>
      <p>如果是发起方写错了姓名，请联系{info.initiatorName}更正后重新发送。</p>
    </Blocked>
  )
}

/** Of the invited name, but not who is meant: the initiator gave another id number or credit code (checklist I10). */
export function OtherIdentity({ info, state }: { info: TicketInfo; state: TicketStep }) {
  const isCompany = state.step === 'otherCompany'
  return (
    <Blocked
      title={isCompany ? '企业与合同不一致' : '证件号与合同不一致'}
      actions={
        <ButtonLink to="/" size="l" variant="primary">
          返回首页
        </ButtonLink>
      }
    >
      <p>
        {isCompany
          ? `发起方指定了统一社会信用代码，与您所在的“${state.companyName}”不一致，因此不能查看和签署。`
          : '发起方指定了证件号，与您实名认证的证件号不一致，因此不能查看和签署。'}
      </p>
      <p>如果是发起方填写有误，请联系{info.initiatorName}更正后重新发送。</p>
    </Blocked>
  )
}

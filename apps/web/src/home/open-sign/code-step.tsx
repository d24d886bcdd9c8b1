import type { TicketInfo } from '@moqi/api/open-sign'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { forgetSpace, readInviteCode, startSession } from '../../client/session.ts'
import { useSpace } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { AgreementCheck } from '../../kit/account/agreement-check.tsx'
import { useSecondStep } from '../../kit/second-step/use-second-step.tsx'
import { CodeInput } from '../../kit/signing/code-input.tsx'
import { FlowFrame } from './flow-frame.tsx'
import { NotMe } from './not-me.tsx'

type CodeStepProps = { ticket: string; info: TicketInfo; onEntered: () => void; onDead: () => void }

/** Proves the invited phone by a code, which opens an account when there is none. */
export function CodeStep({ ticket, info, onEntered, onDead }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [fault, setFault] = useState('')
  const [agreeFault, setAgreeFault] = useState<string>()
  const [wrongPhone, setWrongPhone] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const asking = useTicketCode(ticket, setFault)
  const { guard, second } = useSecondStep()
  useEffect(() => input.current?.focus(), [])
  const entering = useMutation({
    mutationFn: (smsCode: string) => {
      const inviteCode = readInviteCode()
      return guard(call('enterByTicket', { ticket, smsCode, agree: 1, ...(inviteCode && { inviteCode }) }))
    },
    onSuccess: ({ token, device }) => {
      // What is kept here may be another account's.
      forgetSpace()
      useSpace.setState({ current: null })
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'ticket' })
      startSession(token, false, device)
      onEntered()
    },
    onError: (error) => {
      if (error instanceof CallRefusal && error.reason === 'ticket/dead') return onDead()
      // What was typed may still be right when the line comes back.
      if (!(error instanceof CallRefusal)) return setFault('网络异常，请检查网络后重试')
      setFault(error.message)
      setCode('')
      return input.current?.focus()
    },
  })
  const type = (next: string) => {
    setCode(next)
    setFault('')
    // The sixth digit says it all, once the agreement is ticked.
    if (next.length === 6 && code.length < 6 && agreed && !entering.isPending) entering.mutate(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = code.length < 6
    setFault(short ? '请输入6位短信验证码' : '')
    setAgreeFault(agreed ? undefined : '请先阅读并同意协议')
    if (short) input.current?.focus()
    if (!short && agreed && !entering.isPending) entering.mutate(code)
  }
  return (
    <FlowFrame step="1 / 3">
      <h1>验证手机号</h1>
      <p className="lean-sub" role="status">
        {asking.sent ? `验证码已发送至 ${info.phone}` : `验证码将发送至 ${info.phone}`}
      </p>
      <form className="os-code" noValidate onSubmit={submit}>
        <label className="sr" htmlFor="sign-code">
          短信验证码
        </label>
        <CodeInput ref={input} value={code} fault={fault} onChange={type} />
        <p className="spread os-again">
          {asking.wait > 0 ? (
            <span className="muted">{asking.wait}秒后重新获取</span>
          ) : (
            <button type="button" className="link" onClick={asking.again}>
              {asking.busy ? '正在获取…' : '获取验证码'}
            </button>
          )}
          <button type="button" className="link" onClick={() => setWrongPhone(true)}>
            不是这个号码
          </button>
        </p>
        <p className="os-note">还没有账号的手机号，验证后会自动开通，签过的合同可随时登录查看。</p>
        <div className="os-acts">
          <AgreementCheck agreed={agreed} error={agreeFault} onChange={setAgreed} />
          <Button type="submit" size="xl" variant="primary" block busy={entering.isPending}>
            查看合同
          </Button>
        </div>
      </form>
      {second}
      {wrongPhone && <NotMe info={info} onClose={() => setWrongPhone(false)} />}
    </FlowFrame>
  )
}

/** Has a code sent when the step opens, and again on request. */
function useTicketCode(ticket: string, onFault: (fault: string) => void) {
  const [resendAt, setResendAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const asked = useRef(false)
  const wait = useSecondsUntil(resendAt)
  const ask = async () => {
    setBusy(true)
    onFault('')
    try {
      const { resendSeconds } = await call('sendTicketCode', { ticket })
      setResendAt(Date.now() + resendSeconds * 1000)
      setSent(true)
    } catch (error) {
      if (!(error instanceof CallRefusal)) return onFault('验证码没有发出，请稍后重试')
      const { retryAfter } = error.data
      if (typeof retryAfter === 'number') setResendAt(Date.now() + retryAfter * 1000)
      // A code that was sent a moment ago, before the page was opened again, is as good.
      if (typeof retryAfter === 'number' && retryAfter <= 60) setSent(true)
      else onFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask()
  })
  return { busy, sent, wait, again: () => !busy && void ask() }
}

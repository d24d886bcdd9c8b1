import type { Visit } from '@moqi/api/embedding'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useVisit } from '../../client/visit.ts'
import { CodeInput } from '../../kit/signing/code-input.tsx'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { VisitFrame } from './visit-frame.tsx'

type ProveStepProps = { visit: Visit; onProved: (token: string) => void }

/** Proves by a code that one is the invited person, whom the integration's company does not vouch for. */
export function ProveStep({ visit, onProved }: ProveStepProps) {
  const name = useVisit((state) => state.integrationName)
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const asking = useVisitCode(setFault)
  const proving = useMutation({
    mutationFn: (smsCode: string) => call('proveVisit', { smsCode }, { quiet: true }),
    onSuccess: ({ token }) => onProved(token),
    onError: (error) => {
      setFault(error instanceof CallRefusal ? error.message : '网络异常，请检查网络后重试')
      if (error instanceof CallRefusal) setCode('')
      input.current?.focus()
    },
  })
  const type = (next: string) => {
    setCode(next)
    setFault('')
    if (next.length === 6 && code.length < 6 && !proving.isPending) proving.mutate(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (proving.isPending) return
    if (code.length === 6) return proving.mutate(code)
    setFault('请输入6位短信验证码')
    return input.current?.focus()
  }
  return (
    <VisitFrame>
      <section className="visit-prove">
        <h1>确认是您本人</h1>
        <p className="visit-prove-why">
          {visit.companyName}通过“{name}”请您签署合同。
        </p>
        <p className="muted" role="status">
          {asking.sent ? `验证码已发送至 ${visit.phone}` : `验证码将发送至 ${visit.phone}`}
        </p>
        <form noValidate onSubmit={submit}>
          <label className="sr" htmlFor="sign-code">
            短信验证码
          </label>
          <CodeInput ref={input} value={code} fault={fault} onChange={type} />
          <p>
            {asking.wait > 0 ? (
              <span className="muted">{asking.wait}秒后重新获取</span>
            ) : (
              <button type="button" className="link" onClick={asking.again}>
                {asking.busy ? '正在获取…' : '获取验证码'}
              </button>
            )}
          </p>
          <Button type="submit" size="xl" variant="primary" block busy={proving.isPending}>
            查看合同
          </Button>
        </form>
      </section>
    </VisitFrame>
  )
}

/** Has a code sent when the step opens, and again on request. */
function useVisitCode(onFault: (fault: string) => void) {
  const [resendAt, setResendAt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const asked = useRef(false)
  const wait = useSecondsUntil(resendAt)
  const ask = async () => {
    setBusy(true)
    onFault('')
    try {
      const { resendSeconds } = await call('sendVisitCode', {}, { quiet: true })
      setResendAt(Date.now() + resendSeconds * 1000)
      setSent(true)
    } catch (error) {
      onFault(error instanceof CallRefusal ? error.message : '验证码没有发出，请稍后重试')
      if (!(error instanceof CallRefusal)) return
      const { retryAfter } = error.data
      if (typeof retryAfter === 'number') setResendAt(Date.now() + retryAfter * 1000)
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

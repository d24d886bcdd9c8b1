import { checkSignInCode } from '@moqi/domain/account/identity-provider'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { readRedirect, withRedirect } from '../../client/own-path.ts'
import { AgreementCheck } from '../../kit/account/agreement-check.tsx'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { keepAttempt } from '../../client/kept-attempt.ts'
import './sso.css'

type Typed = 'signInCode' | 'agree' | 'form'

/** /open/sso?company: signing in by one's company's own identity provider. */
export function SsoPage() {
  const [signInCode, setCode] = useState(() => new URLSearchParams(location.search).get('company') ?? '')
  const [agreed, setAgreed] = useState(false)
  const [fresh, setFresh] = useState(false)
  const { form, faults, show } = useFaults<Typed>()
  const { busy, submit } = useSubmit({
    show,
    check: () => {
      const code = checkSignInCode(signInCode)
      return {
        ...(!code.ok && { signInCode: signInCode.trim() === '' ? '请输入企业登录代号' : code.message }),
        ...(!agreed && { agree: '请先阅读并同意协议' }),
      }
    },
    send: async () => {
      const left = await call('leaveForProvider', { signInCode, fresh: fresh ? 1 : 0 }, { quiet: true })
      keepAttempt({ browserKey: left.browserKey, purpose: 'enter', redirect: readRedirect(location.search) })
      location.assign(left.address)
      return new Promise<never>(() => {})
    },
    read: (fault) => (fault instanceof CallRefusal ? faultsOf(fault) : {}),
  })
  return (
    <div className="sso">
      <section className="card sso-card">
        <h1 className="h1">企业统一登录</h1>
        <p className="muted">用您公司的账号登录，只能进入该公司的空间。首次使用，请先用手机号登录并绑定。</p>
        <form ref={form} className="sso-form" noValidate onSubmit={submit}>
          <FormFault>{faults.form}</FormFault>
          <Field
            label="企业登录代号"
            name="signInCode"
            hint="由公司管理员设置，例如 molan"
            autoCapitalize="none"
            autoComplete="organization"
            spellCheck={false}
            maxLength={32}
            value={signInCode}
            error={faults.signInCode}
            onChange={(event) => setCode(event.target.value)}
          />
          <AgreementCheck agreed={agreed} error={faults.agree} onChange={setAgreed} />
          <Button type="submit" variant="primary" size="xl" block busy={busy && !fresh} onClick={() => setFresh(false)}>
            前往公司登录
          </Button>
          <Button type="submit" size="l" block busy={busy && fresh} onClick={() => setFresh(true)}>
            重新验证身份后登录
          </Button>
        </form>
        <p className="sso-foot">
          <a href={hrefOf(withRedirect('/login', location.search))}>用手机号或密钥登录</a>
        </p>
      </section>
    </div>
  )
}

const faultsOf = ({ reason, message }: CallRefusal) =>
  reason === 'provider/not-found' ? { signInCode: message } : { form: message }

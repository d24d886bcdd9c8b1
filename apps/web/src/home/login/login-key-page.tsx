import { useState } from 'react'
import { call } from '../../client/call.ts'
import { answerChallenge, type TokenCertificate } from '../../client/companion.ts'
import { withRedirect } from '../../client/own-path.ts'
import { hrefOf } from '../../router/leave.ts'
import { useLocation } from '../../router/hooks.ts'
import { CertificateChoice } from '../../kit/companion/certificate-choice.tsx'
import { LetterFrame } from '../../kit/frame/letter-frame.tsx'
import { LoginForm } from './login-form.tsx'

/** /login/key (checklist C9, R15): signs in by the certificate of a USB key. */
export function LoginKeyPage() {
  const { search } = useLocation()
  const [chosen, setChosen] = useState<TokenCertificate | null>(null)
  return (
    <LetterFrame>
      <h1>USBKey登录</h1>
      <p className="login-new">
        <a href={hrefOf(withRedirect('/login', search))}>其他登录方式</a>
        <span> · </span>
        <a href={hrefOf(withRedirect('/register-uk', search))}>用USBKey注册</a>
      </p>
      <LoginForm
        check={() => (chosen ? {} : { form: '请先连接密钥助手并选择证书' })}
        send={() => enter(chosen)}
        remembers={false}
        act="用USBKey登录"
      >
        {() => <CertificateChoice chosen={chosen} onChoose={setChosen} />}
      </LoginForm>
    </LetterFrame>
  )
}

async function enter(certificate: TokenCertificate | null) {
  if (!certificate) throw new Error('no certificate was chosen')
  const asked = await call('loginByCertificate', { id: certificate.id })
  if ('token' in asked) return asked
  const { id, code, sign } = await answerChallenge(certificate, asked.code)
  const session = await call('loginByCertificate', { id, code, sign, agree: 1 })
  if (!('token' in session)) throw new Error('a signature was answered with a challenge')
  return session
}

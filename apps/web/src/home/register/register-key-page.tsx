import { useState } from 'react'
import { call } from '../../client/call.ts'
import { answerChallenge, type TokenCertificate } from '../../client/companion.ts'
import { withRedirect } from '../../client/own-path.ts'
import { useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CertificateChoice } from '../../kit/companion/certificate-choice.tsx'
import { LetterFrame } from '../../kit/frame/letter-frame.tsx'
import './register.css'
import { RegisterForm } from './register-form.tsx'

const kinds = [
  { value: 'person', label: '个人' },
  { value: 'company', label: '企业' },
] as const

/** /register-uk (checklist R19): an account by a USB key; name and company are read from its certificate. */
export function RegisterKeyPage() {
  const { search } = useLocation()
  const [chosen, setChosen] = useState<TokenCertificate | null>(null)
  const [userType, setUserType] = useState<'person' | 'company'>('person')
  const company = chosen && (chosen.organization || chosen.commonName)
  return (
    <LetterFrame className="login-box register-box">
      <h1>用USBKey注册</h1>
      <p className="login-new register-new">
        <Link to={withRedirect('/register-type', search)}>不用USBKey注册</Link>
        <i />
        <Link to={withRedirect('/login/key', search)}>用USBKey登录</Link>
      </p>
      <div className="register-form">
        <CertificateChoice chosen={chosen} onChoose={setChosen} />
        {chosen && <Segmented label="注册身份" options={kinds} value={userType} onChange={setUserType} />}
      </div>
      {chosen && (
        <RegisterForm
          key={`${userType} ${chosen.id}`}
          userType={userType}
          byKey={{ companyName: company ?? '', answer: () => answerFor(chosen) }}
        />
      )}
    </LetterFrame>
  )
}

async function answerFor(certificate: TokenCertificate) {
  const asked = await call('loginByCertificate', { id: certificate.id, purpose: 'register' })
  if (!('code' in asked)) throw new Error('a question was answered with a session')
  return answerChallenge(certificate, asked.code)
}

import { withRedirect } from '../../client/own-path.ts'
import { useLocation } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { LetterFrame } from '../../kit/frame/letter-frame.tsx'
import './register.css'
import { RegisterForm } from './register-form.tsx'

const variants = {
  person: { title: '注册个人账号', other: '为企业注册？' },
  company: { title: '注册企业账号', other: '为自己注册？' },
} as const

/** /register (checklist R17): as a person or for a company; without saying which one is asked first. */
export function RegisterPage() {
  const { search } = useLocation()
  const userType = new URLSearchParams(search).get('userType')
  if (userType !== 'person' && userType !== 'company')
    return <Navigate replace to={withRedirect('/register-type', search)} />
  const { title, other } = variants[userType]
  return (
    <LetterFrame className="login-box register-box">
      <h1>{title}</h1>
      <p className="login-new register-new">
        <span>{other}</span>
        <Link to={withRedirect('/register-type', search)}>换一种身份</Link>
        <i />
        <span>已有账号？</span>
        <Link to={withRedirect('/login', search)}>登录</Link>
      </p>
      <RegisterForm key={userType} userType={userType} />
    </LetterFrame>
  )
}

import { ChevronRight } from 'lucide-react'
import { withRedirect } from '../../client/own-path.ts'
import { isSignedIn } from '../../client/session.ts'
import { useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import companySeal from '../../kit/frame/seal.svg'
import personalSeal from './personal-seal.svg'
import './register.css'

const kinds = [
  {
    userType: 'person',
    seal: { src: personalSeal, size: 20 },
    title: '个人',
    text: '以本人名义签署',
    more: '租房、劳动、服务等合同',
  },
  {
    userType: 'company',
    seal: { src: companySeal, size: 40 },
    title: '企业',
    text: '以企业名义盖章',
    more: '由经办人注册，认证后制章',
  },
] as const

/** /register-type (checklist R18): as a person or for a company. */
export function RegisterTypePage() {
  const { search } = useLocation()
  return (
    <LeanFrame wide out={<WayIn search={search} />}>
      <div className="types-head">
        <h1>注册</h1>
        <p className="lean-sub">选择签署身份，以后可以随时添加另一种。</p>
      </div>
      <div className="types">
        {kinds.map(({ userType, seal, title, text, more }) => (
          <Link key={userType} className="card type" to={withRedirect(`/register?userType=${userType}`, search)}>
            <span className="type-art">
              <SealImage src={seal.src} width={seal.size} height={seal.size} mm={3.78} alt="" />
            </span>
            <span className="type-text">
              <b>{title}</b>
              <span>{text}</span>
              <span className="muted">{more}</span>
            </span>
            <ChevronRight size={20} className="type-go" aria-hidden="true" />
          </Link>
        ))}
      </div>
    </LeanFrame>
  )
}

function WayIn({ search }: { search: string }) {
  if (isSignedIn()) return <Link to="/">返回首页</Link>
  return (
    <span className="lean-out">
      <span>已有账号？</span>
      <Link to={withRedirect('/login', search)}>登录</Link>
    </span>
  )
}

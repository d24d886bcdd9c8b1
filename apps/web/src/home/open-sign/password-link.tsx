import { useSecurityInfo } from '../../kit/account/use-security-info.ts'
import { Link } from '../../router/link.tsx'

/** To a password of one's own, for whom the link has opened an account without any. */
export function PasswordLink() {
  const { data } = useSecurityInfo()
  if (!data || data.passwordSetTime !== null) return null
  return (
    <Link className="link" to="/user/settings">
      设置登录密码
    </Link>
  )
}

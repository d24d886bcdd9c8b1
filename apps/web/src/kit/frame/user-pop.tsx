import { useQuery } from '@tanstack/react-query'
import { CircleUserRound, LogOut } from 'lucide-react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { HeaderPop } from '../../ui/header-pop.tsx'
import { AuthWord } from '../space/auth-word.tsx'
import { signOut } from './sign-out.ts'

/** The signed-in account: name, authentication, personal centre, way out (checklist H7). */
export function UserPop() {
  const { data: account } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call('getUserAccountInfo', {}, { signal }),
  })
  const name = account?.nickName || account?.userName || ''
  const face = (
    <>
      <span className="sr">账号</span>
      <span className="avatar" aria-hidden="true">
        {name.slice(-1)}
      </span>
      <span className="head-name clip">{name}</span>
      {account && <AuthWord status={account.isAuthed} />}
    </>
  )
  return (
    <HeaderPop title="账号" className="head-user" width={240} button={face}>
      {(close, leave) => (
        <>
          <div className="pop-me">
            <b className="clip">{name}</b>
            {account && <AuthWord status={account.isAuthed} />}
          </div>
          <ul className="pop-links">
            <li>
              <Link to="/user/info" onClick={close}>
                <CircleUserRound size={18} />
                个人中心
              </Link>
            </li>
            <li>
              <button
                type="button"
                onClick={() => {
                  leave()
                  void signOut()
                }}
              >
                <LogOut size={18} />
                退出登录
              </button>
            </li>
          </ul>
        </>
      )}
    </HeaderPop>
  )
}

import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { signOut } from '../../kit/frame/sign-out.ts'

/** Who is about to answer, and the way to answer as somebody else: signing in again leads back here. */
export function OwnName() {
  const { data } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call('getUserAccountInfo', {}, { signal }),
  })
  return (
    <span className="lean-out">
      <span className="clip">{data?.nickName}</span>
      <button type="button" className="link" onClick={() => void signOut()}>
        换个账号
      </button>
    </span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { ownPath } from '../../client/own-path.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { unreadReason, useShownRefusal } from '../../kit/space/unread-spaces.ts'
import { useSpaces } from '../../kit/space/use-spaces.ts'

/** ms until it says what it waits for. */
const patience = 10_000

/**
 * /loading?redirect (checklist R16): between signing in, or coming back from a gateway, and the page one wanted. It
 * goes on, to own paths only, once the session is known to live and the spaces are there.
 */
export function LoadingPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const target = ownPath(query.get('redirect')) ?? '/'
  const token = useQuery({
    queryKey: ['token-state'],
    queryFn: ({ signal }) => call('inspectTokenExpired', {}, { signal, quiet: true }),
    staleTime: 0,
  })
  const spaces = useSpaces()
  const error = token.error ?? spaces.error
  useShownRefusal(error)
  const ready = token.isSuccess && !token.isFetching && spaces.isSuccess
  useEffect(() => {
    if (ready) void navigate(target, { replace: true })
  }, [ready, target, navigate])
  const [tries, setTries] = useState(0)
  const slow = useSlow(tries)
  const failed = (token.isError && !token.isFetching) || (spaces.isError && !spaces.isFetching)
  if (!slow && !failed) return <Waiting title="正在进入" />
  const retry = () => {
    setTries(tries + 1)
    for (const part of [token, spaces]) if (!part.isSuccess) void part.refetch({ cancelRefetch: true })
  }
  return (
    <Waiting slow title={waitTitle(failed, token.isSuccess)}>
      <p className="muted">{failed ? unreadReason(error) : '网络较慢，登录已经成功，可以再等一等。'}</p>
      <div className="load-acts">
        <ButtonLink to="/" size="l">
          返回首页
        </ButtonLink>
        <Button size="l" variant="primary" onClick={retry}>
          重试
        </Button>
      </div>
    </Waiting>
  )
}

function waitTitle(failed: boolean, alive: boolean): string {
  if (alive) return failed ? '没有读到您的空间' : '还在读取您的空间'
  return failed ? '没有确认登录状态' : '还在确认登录状态'
}

/** Whether this try has taken long. */
function useSlow(tries: number): boolean {
  const [slow, setSlow] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(tries), patience)
    return () => clearTimeout(timer)
  }, [tries])
  return slow === tries
}

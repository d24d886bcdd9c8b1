import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { ownPath } from '../../client/own-path.ts'
import { forgetSpace, isSignedIn, startSession, storeSpace } from '../../client/session.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'

type Link = { token: string; redirect: string | null }

function readLink(): Link {
  const query = new URLSearchParams(location.search)
  return { token: query.get('token') ?? '', redirect: query.get('redirect') }
}

/** The token stays neither in the history nor in the address bar. */
const hideToken = () => history.replaceState(history.state, '', location.pathname)

/** Signs in with the link's token and goes where it leads; the space is the one the link was made in. */
async function enter({ token, redirect }: Link): Promise<true> {
  const session = await call('autoLoginByToken', { token }, { quiet: true })
  // Whoever was signed in here before may have been somebody else.
  forgetSpace()
  startSession(session.token, false, session.device)
  const space = await call('getSpaceDetailInfo', {}, { quiet: true }).catch(() => null)
  if (space) storeSpace(JSON.stringify({ tenantId: space.tenantId }))
  // Another document: nothing of another account stays in memory.
  location.replace(hrefOf(ownPath(redirect) ?? ownPath(session.redirect) ?? '/'))
  return true
}

/**
 * /autoLogin?token&redirect (checklist R51): a link made on another device signs in here, once, when whoever opened it
 * has seen whose account that is; no header (R11).
 */
export const AutoLoginPage = () => (
  <main className="bare-result">
    <AutoLogin />
  </main>
)

function AutoLogin() {
  const [link] = useState(readLink)
  const [agreed, setAgreed] = useState(false)
  useEffect(hideToken, [])
  if (link.token === '') return <Dead reason="登录链接不完整，请重新获取" />
  return agreed ? <Entering link={link} /> : <Asking link={link} onAgree={() => setAgreed(true)} />
}

/** Somebody else's link would have this browser act in somebody else's account. */
function Asking({ link, onAgree }: { link: Link; onAgree: () => void }) {
  const [signedIn] = useState(isSignedIn)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['auto-login-account', link.token],
    queryFn: () => call('getAutoLoginAccount', { token: link.token }, { quiet: true }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error instanceof CallRefusal) return <Dead reason={error.message} />
  if (error && !isFetching) return <Away onRetry={() => void refetch()} />
  if (!data)
    return (
      <ResultPage art={<MatchMark state="half" size={112} color="#1f3a75" />} title="正在读取登录链接" actions={null} />
    )
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#1f3a75" />}
      title={`登录${data.nickName}的账号`}
      actions={
        <>
          <ButtonLink to={signedIn ? '/' : '/login'} size="l">
            {signedIn ? '返回首页' : '用其他账号登录'}
          </ButtonLink>
          <Button size="l" variant="primary" onClick={onAgree}>
            登录
          </Button>
        </>
      }
    >
      手机号{data.phone}。{signedIn ? '继续将退出此浏览器当前登录的账号。' : '如果这不是您的账号，请不要继续。'}
    </ResultPage>
  )
}

function Entering({ link }: { link: Link }) {
  const { error, isFetching, refetch } = useQuery({
    queryKey: ['auto-login', link.token],
    queryFn: () => enter(link),
    // The token serves once; whoever looks at the page again does not use it again.
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error instanceof CallRefusal) return <Dead reason={error.message} />
  if (!error || isFetching)
    return <ResultPage art={<MatchMark state="fit" size={112} color="#c3311f" />} title="正在登录" actions={null} />
  return <Away onRetry={() => void refetch()} />
}

const Away = ({ onRetry }: { onRetry: () => void }) => (
  <ResultPage
    art={<MatchMark state="half" size={112} color="#8a560b" />}
    title="暂时无法登录"
    actions={
      <Button size="l" variant="primary" onClick={onRetry}>
        重试
      </Button>
    }
  >
    网络或服务器暂时不可用，请稍后重试。链接在生成后60秒内有效。
  </ResultPage>
)

function Dead({ reason }: { reason: string }) {
  const [label, path] = isSignedIn() ? ['返回首页', '/'] : ['前往登录', '/login']
  return (
    <ResultPage
      art={<MatchMark state="broken" size={112} color="#b92b1b" />}
      title="无法登录"
      actions={
        <Button size="l" variant="primary" onClick={() => location.assign(hrefOf(path))}>
          {label}
        </Button>
      }
    >
      {reason}
    </ResultPage>
  )
}

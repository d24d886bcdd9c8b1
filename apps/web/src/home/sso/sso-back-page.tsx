import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { loadingPath } from '../../client/own-path.ts'
import { forgetSpace, isSignedIn, startSession, storeSpace } from '../../client/session.ts'
import { useSecondStep } from '../../kit/second-step/use-second-step.tsx'
import { hrefOf } from '../../router/leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { type KeptAttempt, takeAttempt } from '../../client/kept-attempt.ts'

type Back = { state: string; code?: string; iss?: string; error?: string; ticket?: string }
type Arrival = { back: Back; kept: KeptAttempt | null }

function readArrival(): Arrival {
  const query = new URLSearchParams(location.search)
  const named = (name: 'code' | 'iss' | 'error' | 'ticket') => {
    const value = query.get(name)
    return value === null ? {} : { [name]: value }
  }
  const back = {
    state: query.get('state') ?? '',
    ...named('code'),
    // As 钉钉 calls it.
    ...(query.has('authCode') && { code: query.get('authCode') ?? '' }),
    ...named('iss'),
    ...named('error'),
    ...named('ticket'),
  }
  return { back, kept: takeAttempt() }
}

/** /open/sso/back: where a company's identity provider leads back to. */
export const SsoBackPage = () => (
  <div className="bare-result">
    <SsoBack />
  </div>
)

function SsoBack() {
  const [{ back, kept }] = useState(readArrival)
  // What came along stays neither in the history nor in the address bar.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
  if (!kept || back.state === '') return <Failed reason="登录没有在这个窗口开始，或已经结束，请重新登录" />
  return kept.purpose === 'link' ? <Linking back={back} kept={kept} /> : <Entering back={back} kept={kept} />
}

/** An answer serves once: whoever looks at the page again does not use it again. */
const once = {
  retry: false,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

type Arrived = { back: Back; kept: KeptAttempt }

function Entering({ back, kept }: Arrived) {
  const { guard, second } = useSecondStep()
  const { error } = useQuery({
    queryKey: ['sso-enter', back.state],
    queryFn: async () => {
      const input = { ...back, browserKey: kept.browserKey, agree: 1 } as const
      let tenantId = ''
      const entering = call('enterByProvider', input, { quiet: true }).then((session) => {
        tenantId = session.tenantId
        return session
      })
      const session = await guard(entering)
      // Whoever was signed in here before may have been somebody else.
      forgetSpace()
      startSession(session.token, false, session.device)
      if (tenantId !== '') storeSpace(JSON.stringify({ tenantId }))
      location.replace(hrefOf(loadingPath(kept.redirect)))
      return true
    },
    ...once,
  })
  if (error) return <Failed reason={wordsOf(error)} />
  return (
    <>
      {second}
      <ResultPage art={<MatchMark state="fit" size={112} color="#c3311f" />} title="正在登录" actions={null} />
    </>
  )
}

function Linking({ back, kept }: Arrived) {
  const { data, error } = useQuery({
    queryKey: ['sso-link', back.state],
    queryFn: () => call('linkProvider', { ...back, browserKey: kept.browserKey }, { quiet: true }),
    ...once,
  })
  if (error) return <Failed reason={wordsOf(error)} />
  if (!data)
    return <ResultPage art={<MatchMark state="half" size={112} color="#1f3a75" />} title="正在绑定" actions={null} />
  return (
    <ResultPage
      art={<MatchMark state="fit" size={112} color="#c3311f" />}
      title="绑定成功"
      actions={
        <ButtonLink to="/user/settings" size="l" variant="primary">
          返回安全设置
        </ButtonLink>
      }
    >
      {`${data.companyName}的企业账号${data.label}已绑定。以后可以用公司账号登录，进入该公司的空间。`}
    </ResultPage>
  )
}

const wordsOf = (error: unknown) =>
  error instanceof CallRefusal ? error.message : '网络或服务器暂时不可用，请稍后重新登录'

function Failed({ reason }: { reason: string }) {
  const [label, path] = isSignedIn() ? ['返回安全设置', '/user/settings'] : ['用手机号登录', '/login']
  return (
    <ResultPage
      art={<MatchMark state="broken" size={112} color="#b92b1b" />}
      title="企业统一登录未完成"
      actions={
        <>
          <Button size="l" onClick={() => location.assign(hrefOf(path))}>
            {label}
          </Button>
          <Button size="l" variant="primary" onClick={() => location.assign(hrefOf('/open/sso'))}>
            重新登录
          </Button>
        </>
      }
    >
      {reason}
    </ResultPage>
  )
}

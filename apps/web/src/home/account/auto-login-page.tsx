import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { hrefOf } from '../../client/leave.ts'
import { ownPath } from '../../client/own-path.ts'
import { forgetSpace, isSignedIn, startSession, storeSpace } from '../../client/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Tally } from '../../ui/tally.tsx'

type Stage = 'asking' | 'signing-in' | 'unreachable' | { dead: string }

/** Signs in with the link's token and goes where it leads; the space is the one the link was made in. */
async function enter(token: string, redirect: string | null): Promise<void> {
  const session = await call('autoLoginByToken', { token }, { quiet: true })
  // Whoever was signed in here before may have been somebody else.
  forgetSpace()
  startSession(session.token, false, session.device)
  const space = await call('getSpaceDetailInfo', {}, { quiet: true }).catch(() => null)
  if (space) storeSpace(JSON.stringify({ tenantId: space.tenantId }))
  // Another document: nothing of another account stays in memory.
  location.replace(hrefOf(ownPath(redirect) ?? ownPath(session.redirect) ?? '/'))
}

/** /autoLogin?token&redirect (checklist R51): a link made on another device signs in here, once. */
export function AutoLoginPage() {
  const [query] = useState(() => new URLSearchParams(location.search))
  const [stage, setStage] = useState<Stage>(isSignedIn() ? 'asking' : 'signing-in')
  const begun = useRef(false)
  const token = query.get('token') ?? ''

  const run = () => {
    setStage('signing-in')
    enter(token, query.get('redirect')).catch((fault: unknown) =>
      setStage(fault instanceof CallRefusal ? { dead: fault.message } : 'unreachable'),
    )
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    // The token stays neither in the history nor in the address bar.
    history.replaceState(history.state, '', location.pathname)
    if (token === '') setStage({ dead: '登录链接不完整，请重新获取' })
    else if (stage === 'signing-in') run()
  })

  if (stage === 'signing-in')
    return <ResultPage art={<Tally state="fit" size={112} color="#c3311f" />} title="正在登录" actions={null} />
  if (stage === 'asking')
    return (
      <ResultPage
        art={<Tally state="half" size={112} color="#1f3a75" />}
        title="此浏览器已登录"
        actions={
          <>
            <ButtonLink to="/" size="l">
              返回首页
            </ButtonLink>
            <Button size="l" variant="primary" onClick={run}>
              用链接登录
            </Button>
          </>
        }
      >
        继续将退出当前登录，改用链接中的账号登录。
      </ResultPage>
    )
  if (stage === 'unreachable')
    return (
      <ResultPage
        art={<Tally state="half" size={112} color="#8a560b" />}
        title="暂时无法登录"
        actions={
          <Button size="l" variant="primary" onClick={run}>
            重试
          </Button>
        }
      >
        网络或服务器暂时不可用，请稍后重试。链接在生成后60秒内有效。
      </ResultPage>
    )
  return (
    <ResultPage
      art={<Tally state="broken" size={112} color="#b92b1b" />}
      title="无法登录"
      actions={
        <Button size="l" variant="primary" onClick={() => location.assign(hrefOf(isSignedIn() ? '/' : '/login'))}>
          {isSignedIn() ? '返回首页' : '前往登录'}
        </Button>
      }
    >
      {stage.dead}
    </ResultPage>
  )
}

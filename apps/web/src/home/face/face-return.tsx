import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { isSignedIn } from '../../client/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { keptTicket } from './face-store.ts'

type Answer = Output<Table['askFace']>

/** ms between one question and the next while the gateway is still at it. */
const pauseMs = 2000

/**
 * /open/personAuth/authSuccess, /open/personAuth/authFailed (checklist R54): where the gateway sends the phone back to.
 * What came of it the server says; which of the two addresses it is says nothing.
 */
export function FaceReturn({ authid }: { authid: string }) {
  const { answer, refusal } = useOutcome(authid)
  if (refusal !== null)
    return <Told title="没有找到这次刷脸" text={refusal || '网络不稳定，请稍后重试'} mayAgain={refusal === ''} />
  if (!answer) return <Waiting title="正在向核验机构查询结果 …" />
  return (
    <main className="face-result">
      <Outcome answer={answer} />
    </main>
  )
}

function useOutcome(authid: string) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    const over = new AbortController()
    const ask = async () => {
      try {
        const told = await call('askFace', { authid }, { signal: over.signal, quiet: true })
        setAnswer(told)
        if (told.faceState === 'running') timer = setTimeout(() => void ask(), pauseMs)
      } catch (error) {
        if (!over.signal.aborted) setRefusal(error instanceof CallRefusal ? error.message : '')
      }
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    void ask()
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [authid])
  return { answer, refusal }
}

function Outcome({ answer }: { answer: Answer }) {
  const { faceState, reason, triesLeft } = answer
  if (faceState === 'passed')
    return (
      <ResultPage
        art={<MatchMark state="fit" size={88} color="#2b6a4d" />}
        title="刷脸已通过"
        actions={isSignedIn() && <Home label="查看认证结果" />}
      >
        <p>电脑上的页面会自动继续，可以放下手机了。</p>
      </ResultPage>
    )
  if (faceState === 'running')
    return (
      <ResultPage
        art={<MatchMark state="half" size={88} color="#8a560b" />}
        title="还没有结果"
        actions={
          <Button size="xl" block onClick={() => location.reload()}>
            刷新结果
          </Button>
        }
      >
        <p role="status">核验机构还在处理，结果会自动显示在此页和电脑上。</p>
      </ResultPage>
    )
  return (
    <ResultPage
      art={<MatchMark state="alone" size={88} color="#3c4048" />}
      title="刷脸没有通过"
      actions={<WaysOn mayRetry={faceLifecycle.can(faceState, 'begin') && triesLeft > 0} />}
    >
      <p className="face-cause" role="alert">
        {reason ?? '请重新认证'}
      </p>
      <p>
        {triesLeft > 0 ? `24小时内还可以尝试${triesLeft}次。` : '24小时内的尝试次数已用完，可改用人工审核或稍后再试。'}
      </p>
    </ResultPage>
  )
}

/** Again by the same code, from the browser that left it; another way where the code stands. */
function WaysOn({ mayRetry }: { mayRetry: boolean }) {
  const ticket = keptTicket()
  return (
    <>
      {mayRetry && ticket !== null && (
        <ButtonLink to={`/face?ticket=${encodeURIComponent(ticket)}`} size="xl" variant="primary" block>
          再试一次
        </ButtonLink>
      )}
      {isSignedIn() ? (
        <ButtonLink to="/personal-auth-info" size="xl" block>
          换一种方式
        </ButtonLink>
      ) : (
        <p className="face-other">不想刷脸？请在电脑上点“换一种方式”。</p>
      )}
    </>
  )
}

const Home = ({ label }: { label: string }) => (
  <ButtonLink to="/personal-auth-ok" size="xl" variant="primary" block>
    {label}
  </ButtonLink>
)

function Told({ title, text, mayAgain }: { title: string; text: string; mayAgain: boolean }) {
  return (
    <main className="face-result">
      <ResultPage
        art={<MatchMark state="alone" size={88} color="#3c4048" />}
        title={title}
        actions={
          mayAgain ? (
            <Button size="xl" variant="primary" block onClick={() => location.reload()}>
              重试
            </Button>
          ) : (
            isSignedIn() && <Home label="返回实名认证" />
          )
        }
      >
        <p>{text}</p>
      </ResultPage>
    </main>
  )
}

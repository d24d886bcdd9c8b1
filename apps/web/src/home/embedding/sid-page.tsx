import type { PassPurpose } from '@moqi/domain/integrations/embed-rules'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { visitRoutes } from 'virtual:visit-routes'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { knowRoutes } from '../../client/known-routes.ts'
import { ownPath } from '../../client/own-path.ts'
import { leaveFor } from '../../router/leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { hidePass, readPass } from './read-pass.ts'

const acts: Readonly<Record<PassPurpose, string>> = {
  sign: '签署',
  office: '签署',
  launch: '核对并发送',
  place: '放置签署位置并发送',
  assign: '指派经办人',
}

/** /unifysign/sid2token: who asks the person who is signed in for what; agreed to, it goes on (checklist R48). */
export const SidPage = () => (
  <main className="bare-result">
    <Sid />
  </main>
)

function Sid() {
  useState(() => knowRoutes(visitRoutes))
  const [{ appId, pass }] = useState(readPass)
  useEffect(hidePass, [])
  const input = { appId: appId.slice(0, 60), sid: pass.slice(0, 60) }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sid', pass],
    queryFn: () => call('getSid', input, { quiet: true }),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const going = useMutation({
    mutationFn: () => call('tieSid', input, { quiet: true }),
    onSuccess: ({ redirect }) => leaveFor(ownPath(redirect) ?? '/'),
    onError: showRefusal,
  })
  const home = (
    <ButtonLink to="/" size="l">
      返回首页
    </ButtonLink>
  )
  if (error instanceof CallRefusal)
    return (
      <ResultPage art={<MatchMark state="alone" size={112} color="#3d414a" />} title="无法打开" actions={home}>
        {error.message}
      </ResultPage>
    )
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <Waiting title="正在打开" />
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#1f3a75" />}
      title={`${acts[data.purpose]}《${data.taskName}》`}
      actions={
        <>
          {home}
          <Button size="l" variant="primary" busy={going.isPending} onClick={() => going.mutate()}>
            继续
          </Button>
        </>
      }
    >
      {data.companyName}的应用“{data.integrationName}”请您以当前登录的账号继续。
    </ResultPage>
  )
}

import type { Visit } from '@moqi/api/embedding'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { keepVisitToken } from '../../client/session.ts'
import { takeSpace, useSpace } from '../../client/space-store.ts'
import { useVisit } from '../../client/visit.ts'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { Signing } from '../../kit/signing/signing.tsx'
import { useLargeText } from '../../kit/signing/use-large-text.ts'
import { meetHost, tellHost } from '../../kit/visit/host.ts'
import { LeaveVisit, leaveVisit } from '../../kit/visit/leave-visit.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { ProveStep } from './prove-step.tsx'
import { VisitFrame } from './visit-frame.tsx'
import { VisitRefused } from './visit-refused.tsx'

/** What the address names; the pass stays neither in the history nor in the address bar. */
function readPass() {
  const query = new URLSearchParams(location.search)
  return { appId: query.get('app') ?? '', pass: query.get('pass') ?? '' }
}

const hidePass = (appId: string) =>
  history.replaceState(history.state, '', `${location.pathname}?${new URLSearchParams({ app: appId })}`)

/** What is asked once: a pass serves once, and whoever looks at the page again does not use it again. */
const once = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** /unifysign/sign: an integration's pass opens the signing of one contract, without header (checklist R46). */
export function SignVisitPage() {
  const [link] = useState(readPass)
  const ended = useVisit((state) => state.ended)
  const { opener, begun, fault } = useOpening(link)
  const over = whyOver(fault, link.pass === '' ? 'reloaded' : ended)
  useEffect(() => hidePass(link.appId), [link])
  useEffect(() => (opener.data ? meetHost(opener.data, () => void leaveVisit()) : undefined), [opener.data])
  useEffect(() => {
    if (over && ended !== 'closed' && opener.data) tellHost('closed')
  }, [over, ended, opener.data])
  if (over) return <VisitRefused {...over} />
  if (fault) return <Away busy={opener.isFetching || begun.isFetching} again={opener.error ? opener : begun} />
  return begun.data ? <Begun /> : <Waiting title="正在打开合同" />
}

/** Asks who opens the page, then redeems the pass. */
function useOpening({ appId, pass }: { appId: string; pass: string }) {
  const opener = useQuery({
    ...once,
    queryKey: ['opener', appId],
    queryFn: async () => {
      const { integrationName, originArray } = await call('getOpener', { appId: appId.slice(0, 60) }, { quiet: true })
      useVisit.setState({ integrationName })
      return originArray
    },
  })
  const begun = useQuery({
    ...once,
    queryKey: ['pass', pass],
    enabled: pass !== '' && opener.data !== undefined,
    queryFn: async () => {
      const { token } = await call('redeemPass', { appId, pass: pass.slice(0, 60) }, { quiet: true })
      keepVisitToken(token)
      return true
    },
  })
  return { opener, begun, fault: opener.error ?? begun.error }
}

const endings = {
  reloaded: { title: '链接已使用', reason: '刷新后须重新打开，请返回原来的应用再点一次' },
  expired: { title: '页面已超时', reason: '请返回原来的应用重新打开，已选的内容会保留' },
  closed: { title: '页面已关闭', reason: '您可以离开本页了' },
} as const

/** Why nothing can be signed here any more; null while it can. */
function whyOver(fault: unknown, ended: keyof typeof endings | null) {
  if (fault instanceof CallRefusal) return { title: '无法打开', reason: fault.message }
  return ended === null ? null : endings[ended]
}

/** Whether a pass that was not answered was used nobody knows: asking again tells. */
function Away({ busy, again }: { busy: boolean; again: { refetch: () => Promise<unknown> } }) {
  return (
    <VisitFrame>
      <LoadingFailed onRetry={() => void again.refetch()} busy={busy} />
    </VisitFrame>
  )
}

function Begun() {
  const visit = useQuery({
    queryKey: ['visit'],
    staleTime: Infinity,
    queryFn: async () => {
      const found = await call('getVisit', {}, { quiet: true })
      useVisit.setState({ returnUrl: found.returnUrl, hasPin: found.hasPin === 'yes' })
      return found
    },
  })
  const proved = (token: string) => {
    keepVisitToken(token)
    void visit.refetch()
  }
  const { data, error } = visit
  useEffect(() => {
    if (data) tellHost('ready', { signId: data.signId })
  }, [data])
  if (error instanceof CallRefusal) return <VisitRefused title="无法打开" reason={error.message} act={<LeaveVisit />} />
  if (error && !data) return <Away busy={visit.isFetching} again={visit} />
  if (!data) return <Waiting title="正在打开合同" />
  return data.purpose === 'prove' ? <ProveStep visit={data} onProved={proved} /> : <Contract visit={data} />
}

function Contract({ visit }: { visit: Visit }) {
  const { space, signId } = visit
  const current = useSpace((state) => state.current)
  useLayoutEffect(() => {
    if (space) takeSpace(space)
  }, [space])
  return current && current.tenantId === space?.tenantId ? <Opened signId={signId} /> : null
}

function Opened({ signId }: { signId: string }) {
  const text = useLargeText()
  const [rejected, setRejected] = useState(false)
  const detail = useSignDetail(signId)
  const onRejected = () => {
    tellHost('rejected', { signId })
    setRejected(true)
  }
  if (rejected) return <VisitRefused title="已拒签" reason="各方会收到通知，合同不再签署" act={<LeaveVisit />} />
  if (detail.data)
    return <Signing detail={detail.data} head={{ onRejected }} text={text} after={<Told signId={signId} />} />
  if (detail.error instanceof CallRefusal)
    return <VisitRefused title="无法打开" reason={detail.error.message} act={<LeaveVisit />} />
  if (detail.error) return <Away busy={detail.isFetching} again={detail} />
  return <Waiting title="正在打开合同" />
}

/** Stands under the deed: the page around has been told. */
function Told({ signId }: { signId: string }) {
  useEffect(() => tellHost('signed', { signId }), [signId])
  return (
    <div className="visit-after">
      <LeaveVisit />
    </div>
  )
}

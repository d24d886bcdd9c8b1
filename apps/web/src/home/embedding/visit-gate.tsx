import type { Visit } from '@moqi/api/embedding'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { takeSpace, useSpace } from '../../client/space-store.ts'
import { knowVisit, useVisit } from '../../client/visit.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { beginVisit, keepVisitToken } from './begin-visit.ts'
import { meetHost, tellHost } from './host.ts'
import { LeaveVisit, leaveVisit } from './leave-visit.tsx'
import { ProveStep } from './prove-step.tsx'
import { hidePass, readPass } from './read-pass.ts'
import { VisitFrame } from './visit-frame.tsx'
import { VisitRefused } from './visit-refused.tsx'

/** What is asked once: a pass serves once, and whoever looks at the page again does not use it again. */
const once = {
  retry: false,
  staleTime: Infinity,
  gcTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

type VisitGateProps = { children: (visit: Visit) => ReactNode }

/** Lets the pages below in once an integration's pass is exchanged for the visit it begins, and the person proved. */
export function VisitGate({ children }: VisitGateProps) {
  useState(beginVisit)
  const [link] = useState(readPass)
  const ended = useVisit(({ visit }) => visit?.ended ?? null)
  const { opener, begun, fault } = useOpening(link)
  const over = whyOver(fault, link.pass === '' ? 'reloaded' : ended)
  useEffect(hidePass, [])
  useEffect(() => (opener.data ? meetHost(opener.data, () => void leaveVisit()) : undefined), [opener.data])
  useEffect(() => {
    if (over && ended !== 'closed' && opener.data) tellHost('closed')
  }, [over, ended, opener.data])
  if (over) return <VisitRefused {...over} />
  if (fault) return <Away busy={opener.isFetching || begun.isFetching} again={opener.error ? opener : begun} />
  return begun.data ? <Begun>{children}</Begun> : <Waiting title="正在打开" />
}

/** Asks who opens the page, then redeems the pass. */
function useOpening({ appId, pass }: { appId: string; pass: string }) {
  const opener = useQuery({
    ...once,
    queryKey: ['opener', appId],
    queryFn: async () => {
      const { integrationName, originArray } = await call('getOpener', { appId: appId.slice(0, 60) }, { quiet: true })
      knowVisit({ appId, integrationName, leave: () => void leaveVisit() })
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

/** Why nothing can be done here any more; null while something can. */
function whyOver(fault: unknown, ended: keyof typeof endings | null) {
  if (fault instanceof CallRefusal) return { title: '无法打开', reason: fault.message }
  return ended === null ? null : endings[ended]
}

/** Whether a pass that was not answered was used nobody knows: asking again tells. */
export function Away({ busy, again }: { busy: boolean; again: { refetch: () => Promise<unknown> } }) {
  return (
    <VisitFrame>
      <LoadingFailed onRetry={() => void again.refetch()} busy={busy} />
    </VisitFrame>
  )
}

function Begun({ children }: VisitGateProps) {
  const visit = useQuery({
    queryKey: ['visit'],
    staleTime: Infinity,
    queryFn: async () => {
      const found = await call('getVisit', {}, { quiet: true })
      const { returnUrl, hasPin, purpose } = found
      knowVisit({
        returnUrl,
        hasPin: hasPin === 'yes',
        placesOnly: purpose === 'place',
        mayApply: purpose === 'office',
      })
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
  if (!data) return <Waiting title="正在打开" />
  if (data.purpose === 'prove') return <ProveStep visit={data} onProved={proved} />
  return <InSpace visit={data}>{children}</InSpace>
}

/** The space that acts is the visit's. */
function InSpace({ visit, children }: VisitGateProps & { visit: Visit }) {
  const { space } = visit
  const current = useSpace((state) => state.current)
  useLayoutEffect(() => {
    if (space) takeSpace(space)
  }, [space])
  return current && current.tenantId === space?.tenantId ? children(visit) : null
}

import { useQuery } from '@tanstack/react-query'
import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { readUserConfig, saveUserConfig } from '../../client/user-config.ts'
import { BulletinBar } from '../../kit/bulletin/bulletin-bar.tsx'
import { useMarquee } from './use-marquee.ts'

/**
 * What the platform has to tell in this space, one thing at a time until each is closed, in any browser; where there is
 * nothing, the announcement (checklist H9–H11), which this browser closes.
 */
export function Bulletin({ tenantId }: { tenantId: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['bulletins', tenantId],
    queryFn: ({ signal }) => call('currentBulletins', {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const [closed, setClosed] = useState<readonly string[]>([])
  if (isPending) return readUserConfig().bulletin === 1 ? null : <div className="bulletin" aria-hidden="true" />
  const told = data?.bulletinArray ?? []
  const first = told.find((one) => !closed.includes(keyOf(one)))
  if (!first) return told.length === 0 && closed.length === 0 ? <Announcement /> : null
  const close = () => {
    setClosed([...closed, keyOf(first)])
    const { bulletinId, edition } = first
    call('dismissBulletin', { bulletinId, edition }, { quiet: true })
      .then(() => queryClient.invalidateQueries({ queryKey: ['bulletins'] }))
      // It comes again with the next reading.
      .catch(() => null)
  }
  return (
    <div className="bulletin-told">
      <BulletinBar key={keyOf(first)} words={first.words} level={first.level} onClose={close} />
    </div>
  )
}

const keyOf = ({ bulletinId, edition }: { bulletinId: string; edition: number }) => `${bulletinId} ${edition}`

function Announcement() {
  const [closed, setClosed] = useState(() => readUserConfig().bulletin === 1)
  if (closed) return null
  const close = () => {
    saveUserConfig({ bulletin: 1 })
    setClosed(true)
  }
  return <OpenBulletin onClose={close} />
}

function OpenBulletin({ onClose }: { onClose: () => void }) {
  const { text, box, hold } = useMarquee()
  return (
    <div className="bulletin" role="region" aria-label="公告" {...hold}>
      <Megaphone size={16} />
      <div className="bulletin-view" ref={box}>
        <span ref={text}>墨契电子合同平台：在线发起、签署、审批、作废与验证，合同全程留痕、可验证。</span>
      </div>
      <button type="button" aria-label="关闭公告" onClick={onClose}>
        <X size={16} />
      </button>
    </div>
  )
}

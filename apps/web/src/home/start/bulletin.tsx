import { Megaphone, X } from 'lucide-react'
import { useState } from 'react'
import { readUserConfig, saveUserConfig } from '../../client/user-config.ts'
import { useMarquee } from './use-marquee.ts'

/** The announcement (checklist H9–H11): shown and moving until it is closed. */
export function Bulletin() {
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

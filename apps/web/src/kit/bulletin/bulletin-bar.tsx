import { type BulletinLevel, bulletinLevelLabels } from '@moqi/domain/bulletins/bulletin-rules'
import { Megaphone, X } from 'lucide-react'
import './bulletin-bar.css'

type BulletinBarProps = {
  words: string
  level: BulletinLevel
  /** Absent in a preview. */
  onClose?: () => void
}

/** What the platform tells its users, until they close it: in full, and still. */
export function BulletinBar({ words, level, onClose }: BulletinBarProps) {
  return (
    <div className={`bulletin-bar bulletin-${level}`} role="region" aria-label="公告">
      <Megaphone size={16} />
      <p>
        {level !== 'plain' && <b>{bulletinLevelLabels[level]}</b>}
        {words}
      </p>
      <button type="button" aria-label="关闭公告" disabled={!onClose} onClick={onClose}>
        <X size={16} />
      </button>
    </div>
  )
}

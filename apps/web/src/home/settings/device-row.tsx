import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'

type DeviceRowProps = {
  device: { deviceName: string; handheld: 'yes' | 'no'; isCurrent: 'yes' | 'no' }
  facts: string
  /** When it was last used, as text. */
  at: string
  act: ReactNode
}

/** A browser: what it is, from where, when, and what may be done about it. The one that asks is told apart. */
export function DeviceRow({ device, facts, at, act }: DeviceRowProps) {
  return (
    <li className="device">
      <span className="icon-tile">{device.handheld === 'yes' ? <Smartphone size={20} /> : <Monitor size={20} />}</span>
      <TwoLines name={device.deviceName} company={facts} />
      <span className="device-at">
        {device.isCurrent === 'yes' ? <Tag tone="green">当前设备</Tag> : <span className="muted">{at}</span>}
      </span>
      <span className="device-act">{act}</span>
    </li>
  )
}

import { RotateCw } from 'lucide-react'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import './handwrite.css'

/** The code is over, was replaced, or never was. */
export function DeadCode() {
  return (
    <LeanFrame>
      <p className="hw-mark" aria-hidden="true">
        <RotateCw size={28} />
      </p>
      <h1>二维码已失效</h1>
      <p className="lean-sub">二维码5分钟内有效，且只能用一次。请在电脑上点击刷新，再扫新的二维码。</p>
    </LeanFrame>
  )
}

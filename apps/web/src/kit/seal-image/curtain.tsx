import { useState } from 'react'
import './curtain.css'

type CurtainProps = { photo: string; cut: string }

/** An uploaded picture and what is left of it, in one place and size: a slider draws the curtain between them. */
export function Curtain({ photo, cut }: CurtainProps) {
  const [at, setAt] = useState(50)
  return (
    <div className="curtain">
      <img className="curtain-cut" src={cut} alt="抠图后" />
      <img className="curtain-photo" src={photo} alt="原图" style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }} />
      <span className="curtain-word left" aria-hidden="true">
        原图
      </span>
      <span className="curtain-word right" aria-hidden="true">
        抠图后
      </span>
      <span className="curtain-line" style={{ left: `${at}%` }} aria-hidden="true">
        <i>‹ ›</i>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={at}
        aria-label="对比原图与抠图后"
        aria-valuetext={`左侧${at}%为原图`}
        onChange={(event) => setAt(event.target.valueAsNumber)}
      />
    </div>
  )
}

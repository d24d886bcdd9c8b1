import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import './letter-frame.css'
import seal from './seal.svg'

type LetterFrameProps = { className?: string; children: ReactNode; foot?: ReactNode }

/** A page that stands beside the letter: signing in, registering, a new password. */
export function LetterFrame({ className = 'login-box', children, foot }: LetterFrameProps) {
  return (
    <div className="login">
      <LetterSheet />
      <main className="login-side">
        <div className={className}>
          <div className="login-logo">
            <Logo height={40} />
          </div>
          {children}
        </div>
        {foot}
      </main>
    </div>
  )
}

/** Ruled letter paper, two sheets, and one seal across the fold: 骑缝. */
function LetterSheet() {
  return (
    <aside className="letter" aria-label="墨契">
      <div className="letter-logo">
        <Logo height={40} />
      </div>
      <div className="letter-book">
        <div className="letter-sheet letter-left">
          <Rules />
        </div>
        <div className="letter-sheet">
          <Rules />
          <p className="letter-verse">
            落笔为契
            <br />
            盖印为信
          </p>
        </div>
        <div className="letter-seal">
          {/* 40 mm; on a phone, where the sheet is not shown, it is not fetched either. */}
          <img src={seal} alt="" width={176} height={176} loading="lazy" draggable={false} />
        </div>
      </div>
      <p className="letter-law">
        可靠的电子签名与手写签名或者盖章具有同等的法律效力。<span>《中华人民共和国电子签名法》第十四条</span>
      </p>
    </aside>
  )
}

/** 朱丝栏: a thick and a thin frame round nine hair lines. */
function Rules() {
  return (
    <svg viewBox="0 0 480 560" className="letter-rules" aria-hidden="true" fill="none" stroke="#c3311f">
      <rect x="6" y="6" width="468" height="548" strokeOpacity=".5" strokeWidth="2" />
      <rect x="12.5" y="12.5" width="455" height="535" strokeOpacity=".38" />
      {Array.from({ length: 9 }, (_, line) => (
        <path key={line} d={`M${48.5 + line * 48} 12.5v535`} strokeOpacity=".18" />
      ))}
    </svg>
  )
}

import { AArrowUp } from 'lucide-react'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { type LargeText, useLargeText } from '../../kit/signing/use-large-text.ts'
import './open-sign.css'

const Large = createContext<LargeText>({ large: false, change: () => {}, toggle: () => {} })

/** The size of the flow's text, and the way to change it. */
export const useFlowText = () => useContext(Large)

/** Everything of the flow, in the size of text that was chosen. */
export function FlowText({ children }: { children: ReactNode }) {
  const text = useLargeText()
  return (
    <Large value={text}>
      <div className={text.large ? 'os os-large' : 'os'}>{children}</div>
    </Large>
  )
}

/** One step before the document: how far one is, 大字, one thing to do. */
export function FlowFrame({ step, children }: { step?: string; children: ReactNode }) {
  const { large, toggle } = useFlowText()
  const box = useRef<HTMLDivElement>(null)
  // Steps follow one another without a new page: a screen reader is told by the heading where it is now.
  useEffect(() => {
    const heading = box.current?.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [])
  const out = (
    <span className="os-out">
      {step && <span aria-label={`第 ${step.replace(' / ', ' 步，共 ')} 步`}>{step}</span>}
      <button type="button" className="os-size" aria-pressed={large} onClick={toggle}>
        <AArrowUp size={18} />
        大字
      </button>
    </span>
  )
  return (
    <div ref={box} className="os-step">
      <LeanFrame out={out}>{children}</LeanFrame>
    </div>
  )
}

import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { useOnline } from '../../ui/use-online.ts'
import type { SigningFacts } from './use-signing.ts'

type SubmitBarProps = {
  signing: SigningFacts
  /** Submitting was tried in vain: says everything that is missing. */
  tried: boolean
  /** What the last press has done, in words. */
  done: string
  onOneClick: () => void
  onNext: () => void
  /** To the first page that has not been seen. */
  onReadOn: () => void
  onSubmit: () => void
}

/**
 * How far one has read and what is left to sign, the consent, and the button, which counts down and turns red when it
 * may be pressed.
 */
export function SubmitBar({ signing, tried, done, onOneClick, onNext, onReadOn, onSubmit }: SubmitBarProps) {
  const { agreed, setAgreed, obstacle, reading } = signing
  const online = useOnline()
  return (
    <section className="sign-submit" aria-label="提交签署">
      <ReadingPill signing={signing} onOneClick={onOneClick} onNext={onNext} onReadOn={onReadOn} />
      <Check
        checked={agreed}
        error={tried && !agreed ? '请先阅读并同意协议' : undefined}
        onChange={(event) => setAgreed(event.target.checked)}
      >
        我已阅读并同意签署本合同及
        <a href="/home/documentCenter?columnId=signatureAgreement" target="_blank" rel="noreferrer">
          《电子签名使用协议》
        </a>
      </Check>
      <Button
        variant={obstacle === null && online ? 'seal' : 'plain'}
        size="xl"
        block
        disabled={!online}
        onClick={onSubmit}
      >
        {submitLabel(online, reading.seconds)}
      </Button>
      <p className="small sign-hint" role="status">
        {done !== '' && <span className="sign-done">{done}</span>}
        <Waits signing={signing} tried={tried} onOneClick={onOneClick} />
      </p>
    </section>
  )
}

function submitLabel(online: boolean, seconds: number): string {
  if (!online) return '网络恢复后可提交'
  return seconds > 0 ? `提交签署（${seconds}s）` : '提交签署'
}

type PillProps = Pick<SubmitBarProps, 'signing' | 'onOneClick' | 'onNext' | 'onReadOn'>

/** More pages are told by their number alone. */
const mostTicks = 6

/** On a phone, over the foot of the document: what is read, what is open, and the ways there. */
function ReadingPill({ signing: { open, pages, reading }, onOneClick, onNext, onReadOn }: PillProps) {
  const left = open.length
  const unread = pages - reading.read
  if (left === 0 && unread <= 0) return null
  return (
    <div className="sign-next only-phone">
      {pages <= mostTicks && (
        <span className="sign-ticks" aria-hidden="true">
          {Array.from({ length: pages }, (_, index) => (
            <i key={index} className={index < reading.read ? 'on' : ''} />
          ))}
        </span>
      )}
      <button type="button" className="sign-left" onClick={left > 0 ? onNext : onReadOn}>
        <span>{unread > 0 ? `已读 ${reading.read}/${pages}` : '已读完'}</span>
        {left > 0 && <span>还有{left}处未签署</span>}
      </button>
      <Button size="s" onClick={left > 0 ? onNext : onReadOn}>
        {left === 0 ? '继续阅读' : unread > 0 ? '跳到签署处' : '下一处'}
      </Button>
      {left > 0 && (
        <Button size="s" onClick={onOneClick}>
          一键签署
        </Button>
      )}
    </div>
  )
}

type WaitsProps = Pick<SubmitBarProps, 'signing' | 'tried' | 'onOneClick'>

/** What the button waits for; louder after a press in vain. */
function Waits({ signing: { open, obstacle, pages, reading }, tried, onOneClick }: WaitsProps) {
  const tone = tried ? 'fault' : 'muted'
  if (open.length > 0)
    return (
      <span className={`${tone} only-desktop`}>
        还有{open.length}处未签署，
        <button type="button" className="link small" onClick={onOneClick}>
          一键签署
        </button>
      </span>
    )
  if (obstacle === 'reading')
    return (
      <span className={tone}>
        请先阅读完全部内容，已读 {Math.min(reading.read, pages)}/{pages} 页
      </span>
    )
  return <span className="muted only-desktop">{`已读 ${Math.min(reading.read, pages)}/${pages} 页`}</span>
}

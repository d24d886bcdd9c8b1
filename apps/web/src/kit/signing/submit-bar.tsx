import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import type { SigningFacts } from './use-signing.ts'

type SubmitBarProps = {
  signing: SigningFacts
  /** What to say about the last press that could not go through. */
  hint: string
  onOneClick: () => void
  onNext: () => void
  onSubmit: () => void
}

/** How many places are left, the consent, and the button, which counts down and turns red when it may be pressed. */
export function SubmitBar({ signing, hint, onOneClick, onNext, onSubmit }: SubmitBarProps) {
  const { open, seconds, agreed, setAgreed, obstacle } = signing
  const left = open.length
  const consentFault = obstacle === 'consent' && hint !== '' ? hint : undefined
  return (
    <section className="sign-submit" aria-label="提交签署">
      {left > 0 && (
        <div className="sign-next only-phone">
          <button type="button" onClick={onNext}>
            还有{left}处未签署
          </button>
          <Button size="s" onClick={onOneClick}>
            一键签署
          </Button>
        </div>
      )}
      <Check checked={agreed} error={consentFault} onChange={(event) => setAgreed(event.target.checked)}>
        我已阅读并同意签署本合同及
        <a href="/home/documentCenter?columnId=signatureAgreement" target="_blank" rel="noreferrer">
          《电子签名使用协议》
        </a>
      </Check>
      <Button variant={obstacle === null ? 'seal' : 'plain'} size="xl" block onClick={onSubmit}>
        {seconds > 0 ? `提交签署（${seconds}s）` : '提交签署'}
      </Button>
      <p className="small sign-hint" role="status">
        <Waits signing={signing} hint={consentFault ? '' : hint} onOneClick={onOneClick} />
      </p>
    </section>
  )
}

type WaitsProps = Pick<SubmitBarProps, 'signing' | 'hint' | 'onOneClick'>

/** What the button waits for; louder after a press in vain. */
function Waits({ signing: { open, obstacle }, hint, onOneClick }: WaitsProps) {
  const tone = hint ? 'fault' : 'muted'
  if (open.length > 0)
    return (
      <span className={`${tone} only-desktop`}>
        还有{open.length}处未签署，
        <button type="button" className="link small" onClick={onOneClick}>
          一键签署
        </button>
      </span>
    )
  return obstacle === 'reading' ? <span className={tone}>请先阅读完全部内容</span> : null
}

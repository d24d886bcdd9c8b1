import { missingPapersText } from '@moqi/domain/contract/paper-demand'
import { FileSignature } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { later } from '../../ui/later.tsx'
import { SignNotice } from './sign-notice.tsx'
import type { SigningFacts } from './use-signing.ts'

/** Few contracts ask for papers: what shows them is no part of the page on which all the others are signed. */
const PaperLine = later(
  async () => (await import('./paper-part.tsx')).PaperLine,
  null,
  () => false,
)

type SubmitBarProps = {
  signing: SigningFacts
  /** Submitting was tried in vain: says everything that is missing. */
  tried: boolean
  /** What the last press has done, in words. */
  done: string
  /** Submitting is under way. */
  busy: boolean
  onOneClick: () => void
  onNext: () => void
  /** To the first page that has not been seen. */
  onReadOn: () => void
  onSubmit: () => void
}

/**
 * How far one has read and what is left to sign, the consent, and the button, which counts down and turns red when it
 * may be pressed: blue when it leads to an application, since nothing is sealed by it.
 */
export function SubmitBar({ signing, tried, done, busy, onOneClick, onNext, onReadOn, onSubmit }: SubmitBarProps) {
  const { agreed, setAgreed, obstacle, reading, toApprove, papers } = signing
  const applying = toApprove.length > 0
  const online = useOnline()
  return (
    <section className="sign-submit" aria-label="提交签署">
      <ReadingPill signing={signing} onOneClick={onOneClick} onNext={onNext} onReadOn={onReadOn} />
      {papers.isShown && <PaperLine papers={papers} loud={tried} />}
      {applying && (
        <SignNotice tone="ochre" title="您没有该印章的使用权限，请提交用印审批">
          {toApprove.map(({ sealName }) => sealName).join('、')}。通过后将自动用印，不用您再签一次。
        </SignNotice>
      )}
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
        variant={obstacle !== null || !online ? 'plain' : applying ? 'primary' : 'seal'}
        size="xl"
        block
        disabled={!online}
        busy={busy}
        onClick={onSubmit}
      >
        {applying && !busy && <FileSignature size={20} />}
        {submitLabel(online, reading.seconds, applying ? '提交用印审批' : '提交签署')}
      </Button>
      <p className="small sign-hint" role="status">
        {done !== '' && <span className="sign-done">{done}</span>}
        <Waits signing={signing} tried={tried} onOneClick={onOneClick} />
      </p>
    </section>
  )
}

function submitLabel(online: boolean, seconds: number, act: string): string {
  if (!online) return '网络恢复后可提交'
  return seconds > 0 ? `${act}（${seconds}s）` : act
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
function Waits({ signing: { open, obstacle, pages, reading, papers }, tried, onOneClick }: WaitsProps) {
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
  if (obstacle === 'papers')
    return <span className={tone}>{missingPapersText(papers.lacking) ?? '正在读取附件要求…'}</span>
  if (obstacle === 'reading')
    return (
      <span className={tone}>
        请先阅读完全部内容，已读 {Math.min(reading.read, pages)}/{pages} 页
      </span>
    )
  return <span className="muted only-desktop">{`已读 ${Math.min(reading.read, pages)}/${pages} 页`}</span>
}

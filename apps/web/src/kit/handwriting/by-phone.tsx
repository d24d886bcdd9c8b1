import type { HandwritingState } from '@moqi/domain/seals/handwriting-lifecycle'
import { Check, PenLine, RefreshCw, Smartphone } from 'lucide-react'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { usePhoneHandwriting, type PhoneInk } from './use-phone-handwriting.ts'
import './by-phone.css'

const words: Record<HandwritingState, { title: string; text: string }> = {
  waiting: { title: '用手机扫码手写', text: '打开微信或手机相机，扫描二维码。不需要登录，也不用安装应用。' },
  scanned: { title: '已扫码，请在手机上书写', text: '写完在手机上点“提交签名”，这里会自动显示。请不要关闭本页。' },
  submitted: { title: '签名已提交', text: '手机上写的签名已显示在这里，可以放下手机了。' },
  expired: { title: '二维码已失效，点击刷新', text: '二维码5分钟内有效，刷新后旧的不能再用。' },
}
const steps = ['扫码', '手机上写', '完成']
const stepOf: Record<HandwritingState, number> = { waiting: 0, expired: 0, scanned: 1, submitted: 3 }

/** Writing on a phone: the code, and which device to look at next. */
export function ByPhone({ onWritten }: { onWritten: (ink: PhoneInk) => void }) {
  const { link, error, state, busy, refresh } = usePhoneHandwriting(onWritten)
  if (error instanceof CallRefusal) return <p className="muted by-refused">{error.message}</p>
  if (error && !link) return <LoadingFailed onRetry={refresh} busy={busy} />
  const { title, text } = words[state]
  return (
    <div className={`by-phone ${state}`}>
      <div className="qr">
        {link ? <img src={link.qrcode} alt="手写签名二维码" width={232} height={232} /> : <Skeleton height={232} />}
        <Over state={state} onRefresh={refresh} />
      </div>
      <div className="by-text">
        <div role="status">
          <h2 className="h1">{title}</h2>
          <p className="muted">{text}</p>
        </div>
        <ol className="by-steps">
          {steps.map((step, index) => (
            <Step key={step} number={index} now={stepOf[state]}>
              {step}
            </Step>
          ))}
        </ol>
        {state === 'expired' && (
          <Button busy={busy} onClick={refresh}>
            <RefreshCw size={16} />
            刷新二维码
          </Button>
        )}
        {state === 'submitted' && (
          <Button busy={busy} onClick={refresh}>
            <PenLine size={16} />
            重新书写
          </Button>
        )}
        {link && (state === 'waiting' || state === 'scanned') && <Left until={link.expireTime} />}
      </div>
    </div>
  )
}

function Over({ state, onRefresh }: { state: HandwritingState; onRefresh: () => void }) {
  if (state === 'expired')
    return (
      <button type="button" className="qr-over" aria-label="刷新二维码" onClick={onRefresh}>
        <RefreshCw size={32} />
      </button>
    )
  if (state === 'scanned')
    return (
      <span className="qr-over">
        <Smartphone size={36} />
      </span>
    )
  if (state === 'submitted')
    return (
      <span className="qr-over ok">
        <Check size={36} strokeWidth={2.5} />
      </span>
    )
  return null
}

function Step({ number, now, children }: { number: number; now: number; children: string }) {
  const look = number < now ? 'done' : number === now ? 'now' : ''
  return (
    <li className={look} aria-current={number === now ? 'step' : undefined}>
      <i aria-hidden="true">{number < now ? <Check size={14} strokeWidth={2.5} /> : number + 1}</i>
      {children}
    </li>
  )
}

function Left({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  return <p className="muted num">剩余 {minutesText(seconds)}</p>
}

const minutesText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

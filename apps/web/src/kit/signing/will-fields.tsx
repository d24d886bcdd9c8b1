import { type WillWay, willWayTable } from '@moqi/domain/contract/will-kind'
import { CircleCheck } from 'lucide-react'
import { hrefOf } from '../../router/leave.ts'
import { CodeInput } from './code-input.tsx'
import type { Typed } from './use-confirming.ts'

/** Asking for a code; `wait` is how many seconds none may be asked for. */
export type Asking = { busy: boolean; again: () => void; wait: number }

type WillFieldProps = {
  way: WillWay
  /** One of two: says how it stands. */
  numbered: boolean
  isGiven: boolean
  /** The PIN is being set. */
  newPin: boolean
  phone: string | null
  typed: Typed
  fault: string
  type: (field: keyof Typed, next: string) => void
  asking: Asking
  /** Null where the way is not the signer's choice. */
  onChange: (() => void) | null
}

/** One way to prove the will: its digits, or that it is proved. */
export function WillField(props: WillFieldProps) {
  const { way, numbered, isGiven, newPin, phone, typed, fault, type, onChange } = props
  const id = `sign-code-${way}`
  if (isGiven) {
    return (
      <p className="otp-label will-given" role="status">
        <CircleCheck size={18} />
        {willWayTable[way].label}已验证
      </p>
    )
  }
  return (
    <div>
      <label className="otp-label" htmlFor={id}>
        {labelOf(way, phone, newPin)}
        {numbered && <span className="muted small will-state">{way === 'pin' && newPin ? '待设置' : '待验证'}</span>}
      </label>
      <CodeInput id={id} value={typed[way]} fault={fault} secret={way === 'pin'} onChange={(next) => type(way, next)} />
      {way === 'pin' && newPin && (
        <>
          <label className="otp-label" htmlFor="sign-code-again">
            再次输入签署密码
          </label>
          <CodeInput
            id="sign-code-again"
            value={typed.again}
            fault=""
            secret
            onChange={(next) => type('again', next)}
          />
        </>
      )}
      <WaysOn {...props} onChange={onChange} />
    </div>
  )
}

/** Another code, a forgotten PIN, the other way. */
function WaysOn({ way, newPin, asking, onChange }: WillFieldProps) {
  const { wait } = asking
  return (
    <p className="otp-foot">
      {way === 'pin' && !newPin && (
        <a className="link" href={hrefOf('/user/settings')} target="_blank" rel="noreferrer">
          设置或重置签署密码
        </a>
      )}
      {way === 'pin' && newPin && (
        <span className="muted small">
          您还没有签署密码，设置后以后签署也使用。6位数字，不能是连续、相同的数字或生日。
        </span>
      )}
      {way === 'sms' && wait > 0 && <span className="muted">{wait}秒后重新获取</span>}
      {way === 'sms' && wait <= 0 && (
        <button type="button" className="link" onClick={asking.again}>
          {asking.busy ? '正在获取…' : '获取验证码'}
        </button>
      )}
      {onChange && (
        <button type="button" className="link" onClick={onChange}>
          {way === 'pin' ? '改用短信验证码' : '改用签署密码'}
        </button>
      )}
    </p>
  )
}

function labelOf(way: WillWay, phone: string | null, newPin: boolean): string {
  if (way === 'pin') return newPin ? '设置签署密码' : '签署密码'
  return phone ? `短信验证码已发送至 ${phone}` : '短信验证码'
}

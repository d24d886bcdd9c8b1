import { type WillWay, willWayTable } from '@moqi/domain/contract/will-kind'
import { CircleCheck, KeyRound } from 'lucide-react'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { CodeInput } from './code-input.tsx'
import type { Typed } from './use-confirming.ts'

/** Comes to whoever has a USB key. */
const CertificateField = later(
  async () => (await import('./certificate-field.tsx')).CertificateField,
  null,
  () => false,
)

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
  /** What the signer may choose instead. */
  others: readonly WillWay[]
  onChange: (way: WillWay) => void
  /** Has the key asked, and whether it is. */
  onKey: () => void
  busy: boolean
}

/** One way to prove the will: its digits, or that it is proved. */
export function WillField(props: WillFieldProps) {
  const { way, numbered, isGiven, newPin, phone, typed, fault, type } = props
  const id = `sign-code-${way}`
  if (isGiven) {
    return (
      <p className="otp-label will-given" role="status">
        <CircleCheck size={18} />
        {willWayTable[way].label}已验证
      </p>
    )
  }
  if (way === 'key') return <KeyField {...props} id={id} />
  if (way === 'certificate') {
    return (
      <div>
        <CertificateField
          id={id}
          fault={fault}
          busy={props.busy}
          onChoose={(certificateId) => type('certificate', certificateId)}
          onPress={props.onKey}
        />
        <WaysOn {...props} />
      </div>
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
      <WaysOn {...props} />
    </div>
  )
}

/** A key is pressed, touched or looked at; the browser shows what it asks. */
function KeyField(props: WillFieldProps & { id: string }) {
  const { id, numbered, fault, busy, onKey } = props
  return (
    <div>
      <p className="otp-label" id={`${id}-label`}>
        {willWayTable.key.label}
        {numbered && <span className="muted small will-state">待验证</span>}
      </p>
      <Button
        id={id}
        data-first
        size="l"
        block
        busy={busy}
        aria-describedby={`${id}-label ${id}-fault`}
        onClick={onKey}
      >
        <KeyRound size={18} />
        用指纹、面容或安全密钥验证
      </Button>
      <p id={`${id}-fault`} className="field-error" role="alert">
        {fault}
      </p>
      <WaysOn {...props} />
    </div>
  )
}

/** Another code, a forgotten PIN, another way. */
function WaysOn({ way, newPin, asking, others, onChange }: WillFieldProps) {
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
      {others.map((other) => (
        <button key={other} type="button" className="link" onClick={() => onChange(other)}>
          改用{willWayTable[other].label}
        </button>
      ))}
    </p>
  )
}

function labelOf(way: WillWay, phone: string | null, newPin: boolean): string {
  if (way === 'pin') return newPin ? '设置签署密码' : '签署密码'
  return phone ? `短信验证码已发送至 ${phone}` : '短信验证码'
}

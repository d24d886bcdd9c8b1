import { useMutation } from '@tanstack/react-query'
import type { WillKind, WillWay } from '@moqi/domain/contract/will-kind'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { CodeInput } from './code-input.tsx'
import type { signedPlaces } from './signing-state.ts'
import type { WillProof } from './use-will.ts'
import { goodToken, signingFault } from './will.ts'

type WillSheetProps = {
  /** How the initiator wants it proved. */
  kind: WillKind
  /** What is signed, as whom, with what: said again before the code (look, signing). */
  statement: readonly (readonly [label: string, value: string])[]
  proof: WillProof
  places: ReturnType<typeof signedPlaces>
  onSigned: (status: string) => void
  /** The contract cannot be signed as it is, or the choice must change: the sheet goes, the words stay. */
  onRefused: (refusal: CallRefusal) => void
  onClose: () => void
}

/** The proof of will (意愿认证) by a code to one's own phone or by the signing PIN, then the signature itself. */
export function WillSheet({ kind, statement, proof, places, onSigned, onRefused, onClose }: WillSheetProps) {
  const [way, setWay] = useState<WillWay>(kind === 'pin' ? 'pin' : 'sms')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { will } = proof
  // Whether a proof is at hand is settled when the sheet opens and when one is lost, not by the clock.
  const [proved, setProved] = useState(() => goodToken(will, Date.now()) !== null)
  const wait = useSecondsUntil(will.resendAt)
  const asking = useAsking(proof, proved || way === 'pin', setFault)

  const signing = useMutation({
    mutationFn: () => proof.sign(way, code, places),
    onSuccess: ({ status }) => onSigned(status),
    onError: (error) => {
      if (!(error instanceof CallRefusal)) return setFault('签署失败，请稍后重试')
      const sort = signingFault(error.reason)
      if (sort === 'state' || sort === 'choice') return onRefused(error)
      if (sort === 'proof') {
        proof.dropToken()
        setProved(false)
      }
      setFault(error.message)
      setCode('')
      input.current?.focus()
    },
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!proved && code.length < 6) return setFault(way === 'pin' ? '请输入6位签署密码' : '请输入6位短信验证码')
    setFault('')
    signing.mutate()
  }
  const changeWay = () => {
    setWay(way === 'pin' ? 'sms' : 'pin')
    setCode('')
    setFault('')
    input.current?.focus()
  }
  return (
    <Sheet
      title="意愿认证"
      onClose={onClose}
      width={440}
      footer={
        <Button variant="seal" size="xl" block busy={signing.isPending} onClick={() => submit()}>
          确认签署
        </Button>
      }
    >
      <Facts className="will-statement" facts={statement} />
      {proved ? (
        <p className="otp-label" role="status">
          已完成意愿认证，请确认签署。
          {fault && <span className="fault">{fault}</span>}
        </p>
      ) : (
        <form onSubmit={submit}>
          <label className="otp-label" htmlFor="sign-code">
            {labelOf(way, will.phone)}
          </label>
          <CodeInput
            ref={input}
            value={code}
            fault={fault}
            secret={way === 'pin'}
            onChange={(next) => {
              setCode(next)
              setFault('')
            }}
          />
          <WaysOn way={way} wait={wait} asking={asking} onChange={kind === 'any' ? changeWay : null} />
        </form>
      )}
      <p className="otp-safe small">
        <ShieldCheck size={16} />
        {way === 'pin' ? '输入签署密码' : '输入验证码'}即表示您同意以电子签名方式签署，请勿告知他人。
      </p>
    </Sheet>
  )
}

type WaysOnProps = {
  way: WillWay
  /** Seconds until another code may be asked for. */
  wait: number
  asking: { busy: boolean; again: () => void }
  /** Null when the initiator asks for this way. */
  onChange: (() => void) | null
}

/** Another code, a forgotten PIN, the other way. */
function WaysOn({ way, wait, asking, onChange }: WaysOnProps) {
  return (
    <p className="otp-foot">
      {way === 'pin' && (
        <a className="link" href={hrefOf('/user/settings')} target="_blank" rel="noreferrer">
          设置或重置签署密码
        </a>
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

function labelOf(way: WillWay, phone: string | null): string {
  if (way === 'pin') return '签署密码'
  return phone ? `短信验证码已发送至 ${phone}` : '短信验证码'
}

/** Sends a code when the sheet opens, unless one is on its way or not needed; and again on request. */
function useAsking(proof: WillProof, needless: boolean, onFault: (fault: string) => void) {
  const [busy, setBusy] = useState(false)
  const asked = useRef(false)
  const ask = async () => {
    setBusy(true)
    onFault('')
    try {
      await proof.ask()
    } catch (error) {
      if (!(error instanceof CallRefusal)) return onFault('验证码没有发出，请稍后重试')
      onFault(error.message)
      const { retryAfter } = error.data
      if (typeof retryAfter === 'number') proof.waitUntil(Date.now() + retryAfter * 1000)
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    if (asked.current || needless || proof.will.resendAt > Date.now()) return
    asked.current = true
    void ask()
  })
  return { busy, again: () => !busy && void ask() }
}

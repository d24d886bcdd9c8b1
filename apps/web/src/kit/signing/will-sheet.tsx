import type { WillWay } from '@moqi/domain/contract/will-kind'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { CodeInput } from './code-input.tsx'
import { type Confirmed, useConfirming } from './use-confirming.ts'
import type { WillProof } from './use-will.ts'
import './will-sheet.css'

type WillSheetProps = Confirmed & {
  /** What is willed, as whom, with what: said again before the code (look, signing). */
  statement: readonly (readonly [label: string, value: string])[]
  /** `seal` where a seal is put on it. */
  variant: 'seal' | 'primary'
  /** How many it is, behind the verb. */
  count?: string
  onClose: () => void
}

/** The proof of will (意愿认证) by a code to one's own phone or by the signing PIN, then what it is for. */
export function WillSheet(props: WillSheetProps) {
  const { kind, statement, proof, verb, variant, count = '', onClose } = props
  const confirming = useConfirming(props)
  const { way, code, fault, proved, complete, ready, unsure, isPending, input, setFault } = confirming
  const { will } = proof
  const wait = useSecondsUntil(will.resendAt)
  const asking = useAsking(proof, proved || way === 'pin', setFault)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    confirming.confirm()
  }
  return (
    <Sheet
      title="意愿认证"
      onClose={onClose}
      width={440}
      footer={
        <Button
          variant={complete ? variant : 'plain'}
          size="xl"
          block
          busy={isPending || unsure}
          disabled={!complete || !ready}
          onClick={() => submit()}
        >
          确认{verb}
          {count}
        </Button>
      }
    >
      <Facts className="will-statement" facts={statement} />
      {proved ? (
        <p className="otp-label" role="status">
          已完成意愿认证，请确认{verb}。{fault && <span className="fault">{fault}</span>}
        </p>
      ) : (
        <form onSubmit={submit}>
          <label className="otp-label" htmlFor="sign-code">
            {labelOf(way, will.phone)}
          </label>
          <CodeInput ref={input} value={code} fault={fault} secret={way === 'pin'} onChange={confirming.type} />
          <WaysOn way={way} wait={wait} asking={asking} onChange={kind === 'any' ? confirming.changeWay : null} />
        </form>
      )}
      {unsure && (
        <p className="will-unsure" role="status">
          网络不稳，正在确认{verb}结果。请勿关闭页面，也不用再按一次：不会重复{verb}。
        </p>
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

import type { WillAsked } from '@moqi/api/shapes'
import type { WillWay } from '@moqi/domain/contract/will-kind'
import { ShieldCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { isVisit, useVisit } from '../../client/visit.ts'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { type Confirmed, otherWays, useConfirming } from './use-confirming.ts'
import type { WillProof } from './use-will.ts'
import { type Asking, WillField } from './will-fields.tsx'
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

/**
 * The proof of will (意愿认证) by a code to one's own phone, by the signing PIN or a key, or by two of different factors
 * where that is asked, then what it is for.
 */
export function WillSheet(props: WillSheetProps) {
  const { demand, statement, proof, verb, variant, count = '', onClose } = props
  const newPin = useNewPin(demand)
  const confirming = useConfirming(props, newPin)
  const { asked, given, faultOf, faultAt, proved, complete, ready, unsure, isPending } = confirming
  const { will } = proof
  const wait = useSecondsUntil(will.resendAt)
  const needless = proved || !asked.includes('sms') || given.includes('sms')
  const asking = { ...useAsking(proof, needless, (fault) => faultAt('sms', fault)), wait }
  const isDouble = demand.willAuthType === 'double'
  const fault = lastFault(faultOf)
  const low = useMedia('(max-height: 500px)')
  return (
    <Sheet
      title="意愿认证"
      onClose={onClose}
      width={isDouble && low ? 720 : 440}
      footer={
        <Button
          variant={complete ? variant : 'plain'}
          size="xl"
          block
          busy={isPending || unsure}
          disabled={!complete || !ready}
          onClick={confirming.confirm}
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
        <Ways demand={demand} confirming={confirming} newPin={newPin} phone={will.phone} asking={asking} />
      )}
      {unsure && (
        <p className="will-unsure" role="status">
          网络不稳，正在确认{verb}结果。请勿关闭页面，也不用再按一次：不会重复{verb}。
        </p>
      )}
      <p className="otp-safe small">
        <ShieldCheck size={16} />
        {safeWords(asked)}
      </p>
    </Sheet>
  )
}

/** What went wrong behind the proof: a certificate key signs the contract too. */
const lastFault = (faultOf: (way: WillWay) => string) => faultOf('sms') || faultOf('certificate')

type WaysProps = {
  demand: WillAsked
  confirming: ReturnType<typeof useConfirming>
  newPin: boolean
  phone: string | null
  asking: Asking
}

/** The ways that are asked for, one below the other. */
function Ways({ demand, confirming, newPin, phone, asking }: WaysProps) {
  const { asked, given, typed, faultOf, form, type } = confirming
  const isDouble = demand.willAuthType === 'double'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirming.confirm()
  }
  return (
    <form ref={form} className={isDouble ? 'will-double' : undefined} onSubmit={submit}>
      {isDouble && <p className="small muted will-why">{whyDouble(demand)}</p>}
      {asked.map((way) => (
        <WillField
          key={way}
          way={way}
          numbered={isDouble}
          isGiven={given.includes(way)}
          newPin={newPin}
          phone={phone}
          typed={typed}
          fault={faultOf(way)}
          type={type}
          asking={asking}
          others={otherWays(demand.willAuthType, way)}
          onChange={confirming.changeWay}
          onKey={confirming.pressKey}
          busy={confirming.isPending}
        />
      ))}
    </form>
  )
}

const demanders = { company: '您的企业', sender: '发起方' } as const
const whyDouble = ({ doubledBy }: WillAsked) =>
  `${doubledBy === null ? '本次' : demanders[doubledBy]}要求双重意愿认证，两项都通过后才能提交。`

const acts: Readonly<Record<WillWay, string>> = {
  sms: '输入验证码',
  pin: '输入签署密码',
  key: '验证通行密钥',
  certificate: '用USBKey验证',
}

/** What doing it means, and that codes are nobody else's. */
function safeWords(asked: readonly WillWay[]): string {
  const said = asked
    .map((way) => acts[way])
    .join('、')
    .replace('验证码、输入', '验证码和')
  return `${said}即表示您同意以电子签名方式签署${asked.some((way) => way === 'sms' || way === 'pin') ? '，请勿告知他人' : ''}。`
}

/** Whether the PIN that two ways ask for has to be set first. */
function useNewPin({ willAuthType }: WillAsked): boolean {
  const { data } = useQuery({
    queryKey: ['security'],
    queryFn: ({ signal }) => call('getSecurityInfo', {}, { signal, quiet: true }),
    enabled: willAuthType === 'double' && !isVisit(),
  })
  const hasPin = useVisit(({ visit }) => visit?.hasPin)
  // Settled when it is known: a PIN that is being set stays a new one until the sheet goes.
  const [settled, settle] = useState<boolean | null>(null)
  if (settled === null && data) settle(data.pinSetTime === null)
  if (settled === null && isVisit()) settle(willAuthType === 'double' && !hasPin)
  return settled ?? false
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

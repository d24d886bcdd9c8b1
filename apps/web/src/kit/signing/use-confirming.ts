import type { WillAsked } from '@moqi/api/shapes'
import { useMutation } from '@tanstack/react-query'
import { checkPin } from '@moqi/domain/account/user-name'
import { namedWays, servesWill, type WillKind, type WillWay, willWays } from '@moqi/domain/contract/will-kind'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, CallRefusal } from '../../client/call-error.ts'
import { config } from '../../client/config.ts'
import { canUseKeys, isKeyAtHand } from '../../client/used-key.ts'
import { isVisit } from '../../client/visit.ts'
import { useFetched } from './use-fetched.ts'
import { setPin, type WilledAct, type WillProof } from './use-will.ts'
import { goodToken, signingFault } from './will.ts'

/** What is confirmed, and who hears how it ended. */
export type Confirmed = {
  /** How it must be proved. */
  demand: WillAsked
  proof: WillProof
  /** What the proof is for; as a word it is put into what the sheet says. */
  act: WilledAct
  verb: '签署' | '提交' | '同意'
  /** Has the part come that says what was done: without it nothing is. Left out where the page says so itself. */
  fetchSuccess?: () => Promise<unknown>
  onDone: () => void
  /** It cannot be done as things are, or the choice must change: the sheet goes, the words stay. */
  onRefused: (refusal: CallRefusal) => void
}

const nothingMore = () => Promise.resolve()

/** What is typed: for each way, and once more for a PIN that is being set. */
export type Typed = Readonly<Record<WillWay | 'again', string>>
const nothing: Typed = { sms: '', pin: '', key: '', certificate: '', again: '' }

/** Ways that are pressed, not typed; of a certificate key its SHA-256 is noted in place of what is typed. */
const isPressed = (way: WillWay) => way === 'key' || way === 'certificate'

/** The ways asked for, where the signer may choose one, or a key in place of a code, as it chose. */
function waysAsked(kind: WillKind, chosen: WillWay): readonly WillWay[] {
  if (kind === 'any') return [chosen]
  const byKey = kind === 'double' && isPressed(chosen)
  return namedWays(kind).map((way) => (way === 'sms' && byKey ? chosen : way))
}

const isOffered = (way: WillWay) => (way === 'key' ? canUseKeys() : config.companion !== '') && !isVisit()

/** What a way may be changed for; nothing where it is demanded. */
export function otherWays(kind: WillKind, way: WillWay): readonly WillWay[] {
  const ways = willWays.filter((one) => one !== way && (!isPressed(one) || isOffered(one)))
  if (kind === 'any') return ways
  return kind === 'double' && way !== 'pin' ? ways.filter((one) => one !== 'pin') : []
}

/** Whether one of them says that the signer holds something of its own. */
const isHeld = (given: readonly WillWay[]) => given.some((way) => way !== 'pin')

/** Codes as they are typed, one for each way asked for, and what a sixth digit does, on a line that may break. */
export function useConfirming(
  { demand, proof, act, verb, fetchSuccess = nothingMore, onDone, onRefused }: Confirmed,
  newPin: boolean,
) {
  const kind = demand.willAuthType
  const [chosen, choose] = useState<WillWay>(() => (isKeyAtHand() ? 'key' : 'sms'))
  const asked = waysAsked(kind, chosen)
  const [typed, setTyped] = useState(nothing)
  const [faults, setFaults] = useState<Partial<Record<WillWay, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  // Whether a proof is at hand is settled when the sheet opens and when one is lost, not by the clock.
  const [opened] = useState(() => Date.now())
  const given = goodToken(proof.will, opened)?.ways ?? []
  const proved = servesWill(kind, given)
  const open = proved ? [] : asked.filter((way) => !given.includes(way))
  const isTyped = (way: WillWay) => typed[way].length === 6 && (way === 'sms' || !newPin || typed.again.length === 6)
  // A PIN is set by the token that the code by SMS, or the key, gave.
  const isWhole = (way: WillWay) => isTyped(way) && (way === 'sms' || !newPin || isHeld(given))
  const ready = useFetched(fetchSuccess)
  const complete = proved || open.every(isTyped)
  /** Nobody knows whether the server has done it. */
  const [unsure, setUnsure] = useState(false)
  /** What is being proved, or else done. */
  const at = useRef<WillWay | null>(null)
  /** The key is to be asked. */
  const pressed = useRef(false)
  const faultAt = (way: WillWay, text: string) => setFaults((before) => ({ ...before, [way]: text }))

  const acting = useMutation({
    mutationFn: async () => {
      let token = proof.present()
      for (const way of open) {
        if (isPressed(way) ? !pressed.current : !isWhole(way)) continue
        pressed.current = false
        at.current = way
        if (way === 'pin' && newPin && token) await setPin(typed.pin, token)
        token = await proof.prove(way, typed[way], token)
      }
      at.current = null
      if (!token || !servesWill(kind, token.ways)) return false
      await proof.act(token, act)
      return true
    },
    onSuccess: (isDone) => {
      if (isDone) return onDone()
      // The token ended while the sheet was open.
      if (proof.present() === null && given.length > 0) proof.dropToken()
      setUnsure(false)
    },
    onError: (error) => {
      setUnsure(isLost(error))
      if (isLost(error)) return
      if (error instanceof CallRefusal) refused(error)
      else faultAt(at.current ?? asked[0] ?? 'sms', `${verb}失败，请稍后重试`)
    },
  })
  const refused = (refusal: CallRefusal) => {
    const sort = signingFault(refusal.reason)
    if (sort === 'state' || (sort === 'choice' && at.current === null)) return onRefused(refusal)
    const way = at.current ?? asked[0] ?? 'sms'
    if (sort === 'proof') proof.dropToken()
    // A code that was used while the line was down is good no more, though it was right.
    const spent = unsure && refusal.reason === 'account/code-wrong'
    faultAt(way, spent ? '网络中断，验证码已失效，请重新获取' : refusal.message)
    setTyped((before) => ({ ...before, [way]: '', ...(way === 'pin' && { again: '' }) }))
    focusOn(form.current, way)
  }
  const { mutate, isPending } = acting
  const pinFault = newPin ? newPinFault(typed) : null
  const confirm = () => {
    if (!complete || !ready || isPending || pinFault !== null) return
    setFaults({})
    mutate()
  }
  const pressKey = () => {
    if (!ready || isPending) return
    pressed.current = true
    setFaults({})
    mutate()
  }
  // The sixth digit says it all.
  const whole = open.filter((way) => isWhole(way) && (way !== 'pin' || pinFault === null))
  const key = whole.map((way) => `${way} ${typed[way]}`).join()
  const last = useRef('')
  useEffect(() => {
    if (isPending || !ready || key === last.current) return
    last.current = key
    if (key !== '') mutate()
  }, [ready, isPending, key, mutate])
  // What is proved is no field any more: the next one goes on.
  const isLeft = given.length > 0 && !proved
  useEffect(() => {
    if (isLeft && !form.current?.contains(document.activeElement)) focusFirst(form.current)
  }, [isLeft, form])
  // What nobody answered is asked for again with the same key: it is done once, however often it arrives.
  useRepeat(unsure && !isPending, mutate)
  const changeWay = (way: WillWay) => {
    choose(way)
    setTyped(nothing)
    setFaults({})
    focusFirst(form.current)
  }
  const type = (field: keyof Typed, next: string) => {
    setTyped((before) => ({ ...before, [field]: next }))
    faultAt(field === 'sms' ? 'sms' : 'pin', '')
  }
  const faultOf = (way: WillWay) => faults[way] || (way === 'pin' ? pinFault : null) || ''
  return {
    asked,
    given,
    typed,
    faultOf,
    faultAt,
    proved,
    complete,
    ready,
    unsure,
    isPending,
    form,
    type,
    changeWay,
    pressKey,
    confirm,
  }
}

/** What keeps a new PIN from being set, once enough is typed to say. */
function newPinFault({ pin, again }: Typed): string | null {
  if (pin.length < 6) return null
  const shape = checkPin(pin)
  if (!shape.ok) return shape.message
  return again.length === 6 && again !== pin ? '两次输入的签署密码不一致' : null
}

const focusFirst = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('input, #sign-code-key')?.focus()
const focusOn = (form: HTMLFormElement | null, way: WillWay) =>
  form?.querySelector<HTMLElement>(`#sign-code-${way}`)?.focus()

/** Whether nobody knows if the server has done it. */
const isLost = (error: unknown) =>
  error instanceof CallFailure && (error.message === 'no-answer' || error.message === 'timeout')

/** ms between two questions about what became of it. */
const repeatAfter = 3000

function useRepeat(wanted: boolean, repeat: () => void) {
  useEffect(() => {
    if (!wanted) return undefined
    const timer = setTimeout(repeat, repeatAfter)
    addEventListener('online', repeat)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', repeat)
    }
  }, [wanted, repeat])
}

import { useMutation } from '@tanstack/react-query'
import type { WillKind, WillWay } from '@moqi/domain/contract/will-kind'
import { useEffect, useRef, useState } from 'react'
import { CallFailure, CallRefusal } from '../../client/call-error.ts'
import { useFetched } from './use-fetched.ts'
import type { WilledAct, WillProof } from './use-will.ts'
import { goodToken, signingFault } from './will.ts'

/** What is confirmed, and who hears how it ended. */
export type Confirmed = {
  /** How the initiator wants it proved. */
  kind: WillKind
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

/** A code or PIN as it is typed, and what its sixth digit does, on a line that may break. */
export function useConfirming({ kind, proof, act, verb, fetchSuccess = nothingMore, onDone, onRefused }: Confirmed) {
  const [way, setWay] = useState<WillWay>(kind === 'pin' ? 'pin' : 'sms')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // Whether a proof is at hand is settled when the sheet opens and when one is lost, not by the clock.
  const [proved, setProved] = useState(() => goodToken(proof.will, Date.now()) !== null)
  const ready = useFetched(fetchSuccess)
  const complete = proved || code.length === 6
  /** Nobody knows whether the server has done it. */
  const [unsure, setUnsure] = useState(false)

  const acting = useMutation({
    mutationFn: () => proof.confirm(way, code, act),
    onSuccess: onDone,
    onError: (error) => {
      setUnsure(isLost(error))
      if (isLost(error)) return
      if (error instanceof CallRefusal) refused(error)
      else setFault(`${verb}失败，请稍后重试`)
    },
  })
  const refused = (refusal: CallRefusal) => {
    const sort = signingFault(refusal.reason)
    if (sort === 'state' || sort === 'choice') return onRefused(refusal)
    if (sort === 'proof') {
      proof.dropToken()
      setProved(false)
    }
    // A code that was used while the line was down is good no more, though it was right.
    const spent = unsure && refusal.reason === 'account/code-wrong'
    setFault(spent ? '网络中断，验证码已失效，请重新获取' : refusal.message)
    setCode('')
    return input.current?.focus()
  }
  const { mutate, isPending } = acting
  const confirm = () => {
    if (!complete || !ready || isPending) return
    setFault('')
    mutate()
  }
  // The sixth digit says it all.
  const last = useRef('')
  useEffect(() => {
    const again = code === last.current
    if (ready && code.length === 6 && !again) mutate()
    if (ready && !again) last.current = code
  }, [ready, code, mutate])
  // What nobody answered is asked for again with the same key: it is done once, however often it arrives.
  useRepeat(unsure && !isPending, mutate)
  const changeWay = () => {
    setWay(way === 'pin' ? 'sms' : 'pin')
    setCode('')
    setFault('')
    input.current?.focus()
  }
  const type = (next: string) => {
    setCode(next)
    setFault('')
  }
  return { way, code, fault, proved, complete, ready, unsure, isPending, input, setFault, type, changeWay, confirm }
}

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

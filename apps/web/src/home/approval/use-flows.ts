import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { readAmount, typedAmount } from '../../ui/amount.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'

/** What is wrong with the reason of an application, of 2–200 characters. */
export function reasonFault(reason: string): string | undefined {
  const { length } = [...reason.trim()]
  return length >= 2 && length <= 200 ? undefined : '请填写申请理由(2-200字)'
}

/**
 * The flows by which the use of all these seals can be asked for, the amount that narrows them, at first what the
 * contract states, and the chosen one.
 */
export function useFlows(signId: string, sealIds: readonly string[], stated: number | null) {
  const [text, setText] = useState(() => typedAmount(stated))
  const [amount, setAmount] = useState(stated)
  const [fault, setFault] = useState<string>()
  const [chosenId, choose] = useState<string | null>(null)
  const list = useQuery({
    queryKey: [...approvalKeys.flows, signId, sealIds.join(), amount],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        sealIds.map((sealId) => call('listFlow', { signId, sealId, amount }, { signal }).then((one) => one.flowArray)),
      )
      const [first = [], ...rest] = lists
      return first.filter(({ flowId }) => rest.every((others) => others.some((one) => one.flowId === flowId)))
    },
  })
  const flow = list.data?.find(({ flowId }) => flowId === chosenId) ?? list.data?.[0]
  const course = useQuery({
    queryKey: [...approvalKeys.flows, 'nodes', flow?.flowId],
    queryFn: ({ signal }) => call('getFlow', { flowId: flow?.flowId ?? '' }, { signal }),
    enabled: flow !== undefined,
  })
  /** Takes the amount as it stands, when the field is left. */
  const takeAmount = () => {
    const read = readAmount(text)
    setFault(read === undefined ? '请输入金额，最多两位小数' : undefined)
    if (read !== undefined) setAmount(read)
  }
  return { text, setText, takeAmount, amount, fault, list, flow, choose, nodes: course.data?.nodeArray }
}

/** What `useFlows` gives. */
export type Flows = ReturnType<typeof useFlows>

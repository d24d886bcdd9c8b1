import type { CompanyFlow } from '@moqi/api/flow'
import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { readAmount } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FlowPath } from './flow-path.tsx'
import { PastRun } from './past-run.tsx'
import type { TriedFlow } from './tried-flow.ts'
import type { FlowNames } from './use-flow-names.ts'

type RunPanelProps = {
  flow: CompanyFlow
  /** The drawing is not what is saved, which is what runs. */
  changed: boolean
  names: FlowNames
  run: TriedFlow | 'asking'
  onRun: (run: TriedFlow | 'asking') => void
}

const ways = [
  { value: 'typed', label: '填写条件' },
  { value: 'past', label: '已完成的合同' },
] as const
type Way = (typeof ways)[number]['value']

/** Goes through the saved flow with real people and conditions: nobody is told, nothing is sealed. */
export function RunPanel(props: RunPanelProps) {
  const [way, setWay] = useState<Way>('typed')
  const { flow, changed, onRun } = props
  return (
    <>
      <h2 className="h2">试运行</h2>
      <p className="hint">按真实的人和条件走一遍，不发通知，不盖章。{changed && '试运行按已保存的流程进行。'}</p>
      <Segmented
        label="试运行的依据"
        options={ways}
        value={way}
        onChange={(next) => {
          setWay(next)
          onRun('asking')
        }}
      />
      {way === 'typed' ? <TypedRun {...props} /> : <PastRun flow={flow} onRun={onRun} />}
    </>
  )
}

/** By conditions that are typed. */
function TypedRun({ flow, names, run, onRun }: RunPanelProps) {
  const [sealId, setSealId] = useState(flow.condition.sealIdArray[0] ?? '')
  const [memberId, setMemberId] = useState('')
  const [amount, setAmount] = useState('')
  const [counterpart, setCounterpart] = useState('')
  const [elsewhere, setElsewhere] = useState<readonly TriedFlow[] | null>(null)
  const seal = sealId || (names.seals[0]?.sealId ?? '')
  const read = readAmount(amount)
  const trying = useMutation({
    mutationFn: () =>
      call('tryFlow', {
        sealId: seal,
        amount: read ?? null,
        counterpart: counterpart.trim() || null,
        templateId: flow.condition.templateIdArray[0] ?? null,
        memberId: memberId || null,
      }),
    onSuccess: ({ flowArray }) => {
      const own = flowArray.find(({ flowId }) => flowId === flow.flowId)
      setElsewhere(own ? null : flowArray)
      onRun(own ?? 'asking')
    },
    onError: (error) => {
      if (error instanceof CallRefusal) showRefusal(error)
    },
  })
  return (
    <>
      <SelectField
        label="申请人"
        value={memberId}
        options={[
          { value: '', label: '我本人' },
          ...names.colleagues.map((one) => ({ value: one.memberId, label: one.memberName })),
        ]}
        onChange={setMemberId}
      />
      <SelectField
        label="印章"
        value={seal}
        options={names.seals.map((one) => ({ value: one.sealId, label: one.sealName }))}
        onChange={setSealId}
      />
      <Field
        label="合同金额（选填）"
        unit="元"
        inputMode="decimal"
        maxLength={20}
        value={amount}
        error={read === undefined ? '请输入金额，最多两位小数' : undefined}
        onChange={(event) => setAmount(event.target.value)}
      />
      <Field
        label="相对方（选填）"
        maxLength={120}
        value={counterpart}
        onChange={(event) => setCounterpart(event.target.value)}
      />
      <Button
        variant="primary"
        size="l"
        block
        busy={trying.isPending}
        disabled={seal === '' || read === undefined}
        onClick={() => trying.mutate()}
      >
        开始试运行
      </Button>
      <div role="status">
        {typeof run === 'object' && <FlowPath run={run} />}
        {elsewhere && <Elsewhere flows={elsewhere} />}
      </div>
    </>
  )
}

const Elsewhere = ({ flows }: { flows: readonly TriedFlow[] }) => (
  <p className="flow-warn">
    <TriangleAlert size={16} aria-hidden="true" />
    {flows.length > 0
      ? `按这些条件不走本流程，会走：${flows.map(({ flowName }) => flowName).join('、')}`
      : '按这些条件没有可用的流程，成员不能申请用印。'}
  </p>
)

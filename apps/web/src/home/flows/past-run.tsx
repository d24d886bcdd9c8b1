import type { Output } from '@moqi/api/call'
import type { CompanyFlow } from '@moqi/api/flow'
import type { Table } from '@moqi/api/table'
import { conditionPartLabels } from '@moqi/domain/approvals/flow'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { seesAllContracts } from '../../kit/space/space-facts.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { FlowPath } from './flow-path.tsx'
import type { TriedFlow } from './tried-flow.ts'

type PastRunProps = { flow: CompanyFlow; onRun: (run: TriedFlow | 'asking') => void }
type Found = Output<Table['tryFlowOnTask']>

/** By a contract that is finished: which conditions hold on it, and who would be asked today. */
export function PastRun({ flow: { flowId }, onRun }: PastRunProps) {
  const [keyword, setKeyword] = useState('')
  const [signId, choose] = useState('')
  const contracts = usePastContracts(keyword)
  const trying = useMutation({
    mutationFn: () => call('tryFlowOnTask', { flowId, signId }, { quiet: true }),
    onSuccess: ({ tried, offered }) => onRun(offered === 1 ? tried : 'asking'),
    onError: () => onRun('asking'),
  })
  const { error, data } = trying
  const first = contracts.length === 0 ? '没有找到已完成的合同' : '请选择'
  const options = contracts.map((row) => ({
    value: row.signId,
    label: `${row.taskName}　${formatDate(row.createTime, '{y}-{m}-{d}')}`,
  }))
  return (
    <>
      <SearchField label="合同主题、编号或签署人" value={keyword} onSearch={setKeyword} />
      <SelectField
        label="已完成的合同"
        value={signId}
        options={[{ value: '', label: first }, ...options]}
        onChange={(next) => {
          choose(next)
          trying.reset()
          onRun('asking')
        }}
      />
      <Button
        variant="primary"
        size="l"
        block
        busy={trying.isPending}
        disabled={signId === ''}
        onClick={() => trying.mutate()}
      >
        开始试运行
      </Button>
      <div role="status" className="flow-found">
        {error && <FormFault>{error instanceof CallRefusal ? error.message : '试运行失败，请稍后重试'}</FormFault>}
        {data && <PastOutcome found={data} />}
      </div>
    </>
  )
}

/** Finished contracts of the company, or one's own for who sees no others; the newest that the search finds. */
function usePastContracts(keyword: string) {
  const space = useSpace(({ current }) => current)
  const scope = seesAllContracts(space) ? 'company' : 'own'
  const { data } = useQuery({
    queryKey: ['flows', 'past', scope, keyword],
    queryFn: ({ signal }) =>
      call('listTasks', { scope, status: 'finish', pageSize: 20, ...(keyword && { keyword }) }, { signal }),
  })
  return data?.taskInfoArray ?? []
}

function PastOutcome({ found }: { found: Found }) {
  const { conditionArray, offered, otherArray, tried } = found
  return (
    <>
      <p className="hint">{usedWords(found)}</p>
      <ul className="flow-holds" aria-label="适用条件">
        {conditionArray.length === 0 && <li>本流程没有设置条件，适用全部合同</li>}
        {conditionArray.map(({ part, holds }) => (
          <li key={part} className={holds === 1 ? 'holds' : 'fails'}>
            {holds === 1 ? <CircleCheck size={16} aria-hidden="true" /> : <CircleX size={16} aria-hidden="true" />}
            {conditionPartLabels[part]}
            {holds === 1 ? '符合' : '不符合'}
          </li>
        ))}
      </ul>
      {offered === 0 && (
        <p className="flow-warn">
          <TriangleAlert size={16} aria-hidden="true" />
          {otherArray.length > 0
            ? `这份合同不走本流程，会走：${otherArray.map(({ flowName }) => flowName).join('、')}`
            : '这份合同不走本流程，也没有其他可用的流程。'}
        </p>
      )}
      {offered === 1 && otherArray.length > 0 && (
        <p className="hint">申请人也可以选择：{otherArray.map(({ flowName }) => flowName).join('、')}</p>
      )}
      {offered === 1 && <FlowPath run={tried} />}
    </>
  )
}

/** What is known of the contract that conditions speak of. */
function usedWords({ applicantName, sealArray, amount, counterpartArray, approved }: Found): string {
  const parts = [
    `${applicantName}使用${sealArray.map(({ sealName }) => sealName).join('、')}`,
    amount === null ? '未填写金额' : `金额${yuan(amount)}元`,
    counterpartArray.length > 0 && `相对方：${counterpartArray.join('、')}`,
    approved === 1 ? '当时经过审批' : '当时直接用印',
  ].filter(Boolean)
  return `${parts.join('；')}。以下按现在的成员和流程计算。`
}

import type { OwnAppeal } from '@moqi/api/appeal'
import { appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { success } from '../../ui/toast-store.ts'

const minute = '{y}-{m}-{d} {h}:{i}'

/** How the own appeal stands, and the way to take it back. */
export function AppealState({ appeal, onChanged }: { appeal: OwnAppeal; onChanged: () => void }) {
  const { appealId, appealState, appealReason, statement, submitTime, reviewLogArray } = appeal
  const [key] = useState(randomKey)
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawAppeal', { appealId }, { key }),
    onSuccess: () => success('申诉已撤回'),
    onError: showRefusal,
    onSettled: onChanged,
  })
  const withdraw = async () => {
    if (await ask({ title: '撤回申诉', text: '确定撤回这件管理员申诉吗？', confirm: '撤回' })) withdrawing.mutate()
  }
  const isOpen = appealState === 'open' || appealState === 'objected'
  return (
    <section className="card exists-appeal" aria-labelledby="own-appeal">
      <div className="spread">
        <h2 id="own-appeal" className="h2">
          我的申诉
        </h2>
        {isOpen && (
          <Button busy={withdrawing.isPending} onClick={() => void withdraw()}>
            撤回申诉
          </Button>
        )}
      </div>
      <p role="status">{wordsOf(appeal)}</p>
      <Facts
        className="facts"
        facts={[
          ['申诉原因', appealReasons[appealReason]],
          ['情况说明', statement],
          ['提交时间', formatDate(submitTime, minute)],
        ]}
      />
      <ol className="review-log" aria-label="审核记录">
        {reviewLogArray.map(({ time, label, detail }, index) => (
          <li key={`${time} ${index}`}>
            <span>{detail === null ? label : `${label}　${detail}`}</span>
            <time className="num">{formatDate(time, minute)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

function wordsOf({ appealState, objectUntil, reason }: OwnAppeal): string {
  const words: Record<OwnAppeal['appealState'], string> = {
    open: `已通知现管理员，其可在 ${formatDate(objectUntil, minute)} 前提出异议，之后由平台审核。`,
    objected: '现管理员已提出异议，平台正在审核双方材料。',
    granted: '申诉已获准，您已成为企业管理员。',
    refused: `申诉未获支持：${reason ?? ''}`,
    withdrawn: '申诉已撤回。',
  }
  return words[appealState]
}

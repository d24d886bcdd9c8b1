import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { willRuleLabels, willRuleTimes } from '@moqi/domain/contract/will-demand'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { readAmount, yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import './will-rule-card.css'

type Rule = Output<Table['getWillRule']>
const ruleKey = ['will-rule']

/** When the company's members prove their will twice; its administrators decide. */
export function WillRuleCard() {
  const rule = useQuery({ queryKey: ruleKey, queryFn: ({ signal }) => call('getWillRule', {}, { signal }) })
  return (
    <section className="card will-rule" aria-labelledby="will-rule">
      <h2 id="will-rule" className="h2">
        双重意愿认证
      </h2>
      <p className="muted">
        以企业名义签署、申请和审批用印时，同时以短信验证码和签署密码确认本人意愿。法院曾不采信仅凭短信验证码的签署，建议保持双重认证。
      </p>
      {rule.data ? (
        <RuleForm rule={rule.data} />
      ) : rule.isError ? (
        <LoadingFailed onRetry={() => void rule.refetch()} busy={rule.isFetching} />
      ) : (
        <Skeleton rows={1} height={40} />
      )}
    </section>
  )
}

function RuleForm({ rule }: { rule: Rule }) {
  const client = useQueryClient()
  const [willRule, setRule] = useState(rule.willRule)
  const [text, setText] = useState(rule.amount === null ? '' : yuan(rule.amount))
  const isAbove = willRule === 'above'
  const amount = readAmount(text)
  const { faultOf, submit, busy, form } = useSheetForm<'amount', null>({
    check: (): { amount?: string } =>
      isAbove && (amount === null || amount === undefined) ? { amount: '请输入金额，最多两位小数' } : {},
    send: () => call('saveWillRule', { willRule, amount: isAbove ? amount : null }),
    onDone: () => {
      success('已保存，下一次签署起生效')
      void client.invalidateQueries({ queryKey: ruleKey })
    },
    otherwise: 'amount',
  })
  const same = willRule === rule.willRule && (!isAbove || amount === rule.amount)
  return (
    <form ref={form} className="will-rule-form" noValidate onSubmit={submit}>
      <SelectField
        label="何时双重认证"
        value={willRule}
        options={willRuleTimes.map((value) => ({ value, label: willRuleLabels[value] }))}
        onChange={setRule}
      />
      {isAbove && (
        <Field
          label="合同金额达到"
          inputMode="decimal"
          maxLength={20}
          unit="元"
          value={text}
          error={faultOf('amount')}
          hint="未填写金额的合同视为达到"
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Button type="submit" variant="primary" size="l" busy={busy} disabled={same}>
        保存
      </Button>
    </form>
  )
}

import { Field, FormFault } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { CheckList } from './check-list.tsx'
import type { FlowDraft } from './flow-draft.ts'
import type { FlowNames } from './use-flow-names.ts'

type ConditionPanelProps = {
  draft: FlowDraft
  names: Pick<FlowNames, 'seals' | 'templates'>
  fault: string | undefined
  onChange: (part: Partial<FlowDraft>) => void
}

/** When the flow serves: which seals, amounts, counterparts and templates; what is left empty is for all. */
export function ConditionPanel({ draft, names, fault, onChange }: ConditionPanelProps) {
  const { sealIds, templateIds, amountMin, amountMax, counterparts } = draft
  return (
    <>
      <h2 className="h2">适用条件</h2>
      <FormFault>{fault}</FormFault>
      <CheckList
        legend="印章"
        none="全部印章"
        items={names.seals.map(({ sealId, sealName }) => [sealId, sealName])}
        chosen={sealIds}
        onChange={(chosen) => onChange({ sealIds: chosen })}
      />
      <div className="flow-pair">
        <Field
          label="金额不低于"
          unit="元"
          inputMode="decimal"
          maxLength={20}
          value={amountMin}
          onChange={(event) => onChange({ amountMin: event.target.value })}
        />
        <Field
          label="金额不高于"
          unit="元"
          inputMode="decimal"
          maxLength={20}
          value={amountMax}
          onChange={(event) => onChange({ amountMax: event.target.value })}
        />
      </div>
      <p className="hint">金额由申请人提交时填写；没有填写的，不适用有金额上限的流程。</p>
      <TextArea
        label="相对方（每行一个企业或个人名称）"
        rows={3}
        value={counterparts}
        onChange={(event) => onChange({ counterparts: event.target.value })}
      />
      {names.templates.length > 0 && (
        <CheckList
          legend="合同模板"
          none="不限模板"
          items={names.templates.map(({ templateId, templateName }) => [templateId, templateName])}
          chosen={templateIds}
          onChange={(chosen) => onChange({ templateIds: chosen })}
        />
      )}
      <p className="hint">同时适用几个流程时，申请人只能选条件最多的。</p>
    </>
  )
}

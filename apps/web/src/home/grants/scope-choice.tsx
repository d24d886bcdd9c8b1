import { keysOf } from '@moqi/domain/keys-of'
import { type GrantScope, grantScopes } from '@moqi/domain/seals/seal-grant'
import { useId } from 'react'
import { SelectField } from '../../ui/select-field.tsx'
import type { GrantField, GrantWriting, Making } from './grant-writing.ts'
import { TemplateChoice } from './template-choice.tsx'

const explained: Readonly<Record<GrantScope, string>> = {
  all: '发给本企业、由其经办的任何合同',
  templates: '只用于由所选模板发起的合同',
  contract: '只用于一份合同，签完即止',
}

type ScopeChoiceProps = {
  making: Making
  writing: GrantWriting
  faults: Partial<Record<GrantField, string>>
  onChange: (change: Partial<GrantWriting>) => void
}

/** What the seal may be used for: everything, contracts of some templates, or one contract. */
export function ScopeChoice({ making, writing, faults, onChange }: ScopeChoiceProps) {
  const name = useId()
  const { scope } = writing
  const { taskArray } = making
  return (
    <>
      <fieldset className="grant-scopes">
        <legend>授权范围</legend>
        {keysOf(grantScopes).map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === scope} onChange={() => onChange({ scope: value })} />
            <span>
              {grantScopes[value]}
              <span className="small muted">{explained[value]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {scope === 'templates' && (
        <TemplateChoice
          templates={making.templateArray}
          chosen={writing.templateIds}
          error={faults.templates}
          onChange={(templateIds) => onChange({ templateIds })}
        />
      )}
      {scope === 'contract' && (
        <SelectField
          label="合同"
          error={faults.task}
          hint={taskArray.length === 0 ? '没有未完成的合同' : undefined}
          value={writing.taskId}
          options={[
            { value: '', label: '请选择合同' },
            ...taskArray.map(({ taskId, taskName, taskNo }) => ({ value: taskId, label: `${taskName}（${taskNo}）` })),
          ]}
          onChange={(taskId) => onChange({ taskId })}
        />
      )}
    </>
  )
}

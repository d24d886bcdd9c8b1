import { Field } from '../../ui/field.tsx'
import type { FlowDraft } from './flow-draft.ts'

type NamePanelProps = {
  draft: FlowDraft
  fault: string | undefined
  onChange: (part: Pick<FlowDraft, 'name'>) => void
}

/** What the flow is called where people choose it. */
export function NamePanel({ draft: { name }, fault, onChange }: NamePanelProps) {
  return (
    <>
      <h2 className="h2">流程名称</h2>
      <Field
        label="流程名称"
        maxLength={30}
        placeholder="2-30个字，如：公章用印流程"
        value={name}
        error={fault}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <p className="hint">没有印章使用授权的成员签署时，从适用的流程中选择一个提交。审批中的申请沿用提交时的流程。</p>
    </>
  )
}

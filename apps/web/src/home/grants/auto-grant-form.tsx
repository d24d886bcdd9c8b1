import type { SealGrant } from '@moqi/api/seal-grant'
import { autoLimits } from '@moqi/domain/seals/auto-signing'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { autoGrantsPath } from '../../kit/grants/grant-paths.ts'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import {
  autoFaultsOf,
  type AutoGrantField,
  type AutoGrantWriting,
  autoLetterOf,
  autoSeals,
  autoSentOf,
  autoWritingOf,
} from './auto-grant-writing.ts'
import { GrantFrame } from './grant-frame.tsx'
import type { Making } from './grant-writing.ts'
import { AutoLetterPaper } from './letter-paper.tsx'
import { SealChoice } from './seal-choice.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { useSaving } from './use-saving.ts'

/** An authorisation of automatic signing. */
export function AutoGrantForm({ making, about }: { making: Making; about: SealGrant | null }) {
  const [writing, setWriting] = useState(() => autoWritingOf(making, Date.now(), about))
  const { form, faults, show, setFaults } = useFaults<AutoGrantField>()
  const change = (more: Partial<AutoGrantWriting>) => {
    setWriting({ ...writing, ...more })
    setFaults({})
  }
  const saving = useSaving({
    check: () => {
      const found = autoFaultsOf(writing, Date.now())
      show(found)
      return Object.keys(found).length > 0 ? null : autoSentOf(writing)
    },
    add: (sent, key) => call('addAutoGrant', sent, { key }),
    back: autoGrantsPath,
  })
  return (
    <GrantFrame
      back={{ to: autoGrantsPath, label: '返回自动签署' }}
      title="新增自动签署"
      note={making.companyName}
      label="自动签署"
      form={form}
      saving={saving}
      paper={<AutoLetterPaper letter={autoLetterOf(making, writing)} />}
    >
      <p className="granting-note">
        <Info size={16} />
        轮到本企业签署时，由系统自动加盖所选印章。文件或签署位置与授权时的模板不同、有签署时填写的内容或附件的合同，仍由经办人签署。
      </p>
      <SealChoice
        seals={autoSeals(making)}
        value={writing.sealId}
        error={faults.seal}
        onChange={(sealId) => change({ sealId })}
      />
      <TemplateChoice
        templates={making.templateArray}
        chosen={writing.templateIds}
        error={faults.templates}
        onChange={(templateIds) => change({ templateIds })}
      />
      <TextArea
        label="相对方"
        rows={2}
        maxLength={600}
        hint="选填，一行一个企业名称或姓名；填写后只与其自动签署"
        value={writing.counterparts}
        onChange={(event) => change({ counterparts: event.target.value })}
      />
      <Bounds writing={writing} faults={faults} onChange={change} />
      <p className="granting-note">
        <Info size={16} />
        最长1年，可随时撤销并立即生效；管理员变更、印章停用或冻结时随即停止。授权书不占用份数。
      </p>
    </GrantFrame>
  )
}

type BoundsProps = {
  writing: AutoGrantWriting
  faults: Partial<Record<AutoGrantField, string>>
  onChange: (change: Partial<AutoGrantWriting>) => void
}

/** How much, how many and how long. */
const Bounds = ({ writing: { amountMax, countMax, days }, faults, onChange }: BoundsProps) => (
  <>
    <div className="granting-pair">
      <Field
        label="单份合同金额上限"
        unit="元"
        inputMode="decimal"
        maxLength={20}
        error={faults.amount}
        hint="选填，以合同金额与发起时填写的最大数字中较大者为准"
        value={amountMax}
        onChange={(event) => onChange({ amountMax: event.target.value })}
      />
      <FieldFrame label="累计份数上限" error={faults.count}>
        {(said) => (
          <NumberInput
            {...said}
            size="l"
            unit="份"
            step={1}
            min={1}
            max={autoLimits.contracts}
            value={countMax}
            onChange={(count) => onChange({ countMax: count })}
          />
        )}
      </FieldFrame>
    </div>
    <div className="field granting-term">
      <span>授权期限</span>
      <div className="row">
        <DateRangeInput label="授权日期" value={days} onChange={(next) => onChange({ days: next })} />
      </div>
      {faults.term && (
        <p className="field-error" role="alert">
          {faults.term}
        </p>
      )}
    </div>
  </>
)

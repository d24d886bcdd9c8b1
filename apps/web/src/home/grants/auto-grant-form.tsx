import type { SealGrant } from '@moqi/api/seal-grant'
import { autoLimits } from '@moqi/domain/seals/auto-signing'
import { Info, PenLine } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { autoGrantsPath } from '../../kit/grants/grant-paths.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Field } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
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
import { readGrantsAnew } from './grant-keys.ts'
import type { Making } from './grant-writing.ts'
import { AutoLetterPaper } from './letter-paper.tsx'
import { SealChoice } from './seal-choice.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { useLetter } from './use-letter.ts'
import './grant-form.css'

/** An authorisation of automatic signing is filled in at left and its letter shown beside it as it will read. */
export function AutoGrantForm({ making, about }: { making: Making; about: SealGrant | null }) {
  const navigate = useNavigate()
  const [writing, setWriting] = useState(() => autoWritingOf(making, Date.now(), about))
  const [busy, setBusy] = useState<'keep' | 'sign' | null>(null)
  const { form, faults, show, setFaults } = useFaults<AutoGrantField>()
  const letter = useLetter()
  const key = useRepeatKey()
  const change = (more: Partial<AutoGrantWriting>) => {
    setWriting({ ...writing, ...more })
    setFaults({})
  }
  const save = async (then: 'keep' | 'sign') => {
    const found = autoFaultsOf(writing, Date.now())
    const sent = autoSentOf(writing)
    show(found)
    if (Object.keys(found).length > 0 || sent === null || busy !== null) return
    setBusy(then)
    try {
      const { grantId } = await call('addAutoGrant', sent, { key: key(sent) })
      await readGrantsAnew()
      if (then === 'sign') return await letter.sign(grantId)
      success('授权已保存，签署授权书后生效')
      await navigate(autoGrantsPath)
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  return (
    <TaskFrame
      back={{ to: autoGrantsPath, label: '返回自动签署' }}
      title="新增自动签署"
      note={making.companyName}
      actions={
        <>
          <Button busy={busy === 'keep'} onClick={() => void save('keep')}>
            保存
          </Button>
          <Button variant="primary" busy={busy === 'sign'} onClick={() => void save('sign')}>
            <PenLine size={18} />
            签署授权书
          </Button>
        </>
      }
    >
      <div className="granting">
        <form ref={form} className="granting-form" aria-label="自动签署" onSubmit={(event) => event.preventDefault()}>
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
        </form>
        <section className="granting-paper" aria-label="授权书预览">
          <AutoLetterPaper letter={autoLetterOf(making, writing)} />
        </section>
      </div>
    </TaskFrame>
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

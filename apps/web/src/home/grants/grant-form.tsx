import type { SealGrant } from '@moqi/api/seal-grant'
import { Info, PenLine } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { grantsPath } from '../../kit/grants/grant-paths.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
import { useFaults } from '../../ui/use-faults.ts'
import { readGrantsAnew } from './grant-keys.ts'
import {
  faultsOf,
  type GrantField,
  type GrantWriting,
  letterOf,
  type Making,
  sentOf,
  writingOf,
} from './grant-writing.ts'
import { LetterPaper } from './letter-paper.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { SealChoice } from './seal-choice.tsx'
import { useLegalName } from './use-legal-name.ts'
import { useLetter } from './use-letter.ts'
import './grant-form.css'

type GrantFormProps = { making: Making; about: { sealId: string } | SealGrant | null }

/** A grant is filled in at left and its letter shown beside it as it will read. */
export function GrantForm({ making, about }: GrantFormProps) {
  const navigate = useNavigate()
  const [now] = useState(() => Date.now())
  const [writing, setWriting] = useState(() => writingOf(making, now, about))
  const [busy, setBusy] = useState<'keep' | 'sign' | null>(null)
  const { form, faults, show, setFaults } = useFaults<GrantField>()
  const letter = useLetter()
  const legalName = useLegalName()
  const key = useRepeatKey()
  const change = (more: Partial<GrantWriting>) => {
    setWriting({ ...writing, ...more })
    setFaults({})
  }
  const save = async (then: 'keep' | 'sign') => {
    const found = faultsOf(writing, Date.now())
    const sent = sentOf(writing)
    show(found)
    if (Object.keys(found).length > 0 || sent === null || busy !== null) return
    setBusy(then)
    try {
      const { grantId } = await call('addSealGrant', sent, { key: key(sent) })
      await readGrantsAnew()
      if (then === 'sign') return await letter.sign(grantId)
      success('授权已保存，签署授权书后生效')
      await navigate(grantsPath)
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(null)
    }
  }
  return (
    <TaskFrame
      back={{ to: grantsPath, label: '返回印章授权' }}
      title={about && 'grantId' in about ? '续期授权' : '新增授权'}
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
        <form ref={form} className="granting-form" aria-label="印章授权" onSubmit={(event) => event.preventDefault()}>
          <SelectField
            label="授权成员"
            error={faults.member}
            hint="须已完成实名认证；每人各签一份授权书"
            value={writing.memberId}
            options={[{ value: '', label: '请选择成员' }, ...memberOptions(making, writing.sealId)]}
            onChange={(memberId) => change({ memberId })}
          />
          <SealChoice
            seals={making.sealArray}
            value={writing.sealId}
            error={faults.seal}
            onChange={(sealId) => change({ sealId, memberId: keptMember(making, writing, sealId) })}
          />
          <ScopeChoice making={making} writing={writing} faults={faults} onChange={change} />
          <Term writing={writing} error={faults.term} onChange={change} />
          <TextArea
            label="相对方"
            rows={2}
            maxLength={600}
            hint="选填，一行一个企业名称或姓名；填写后只能与其签署"
            value={writing.counterparts}
            onChange={(event) => change({ counterparts: event.target.value })}
          />
          <Field
            label="单份合同金额上限"
            unit="元"
            inputMode="decimal"
            maxLength={20}
            error={faults.amount}
            hint="选填；只可用于本企业发起并填写了合同金额的合同"
            value={writing.amountMax}
            onChange={(event) => change({ amountMax: event.target.value })}
          />
          <p className="granting-note">
            <Info size={16} />
            最长3年，到期当日23:59:59自动失效；成员离职、管理员变更时立即失效。授权书不占用份数。
          </p>
        </form>
        <section className="granting-paper" aria-label="授权书预览">
          <LetterPaper letter={letterOf(making, writing, legalName)} />
        </section>
      </div>
    </TaskFrame>
  )
}

/** Who may get this seal: real-named members, administrators only for the legal representative's. */
const membersFor = ({ memberArray, sealArray }: Making, sealId: string) => {
  const isLegal = sealArray.find((seal) => seal.sealId === sealId)?.sealType === 'legal'
  return memberArray.filter(({ realNamed, isSpaceOwner }) => realNamed === 1 && (isLegal || isSpaceOwner === 'no'))
}

const memberOptions = (making: Making, sealId: string) =>
  membersFor(making, sealId).map(({ memberId, memberName, departmentName, phone }) => ({
    value: memberId,
    label: [memberName, departmentName ?? '', phone].filter(Boolean).join('　'),
  }))

const keptMember = (making: Making, { memberId }: GrantWriting, sealId: string) =>
  membersFor(making, sealId).some((member) => member.memberId === memberId) ? memberId : ''

type TermProps = {
  writing: GrantWriting
  error: string | undefined
  onChange: (change: Partial<GrantWriting>) => void
}

function Term({ writing: { longest, days }, error, onChange }: TermProps) {
  return (
    <div className="field granting-term">
      <span>授权期限</span>
      <div className="row">
        <Segmented
          label="授权期限"
          options={[
            { value: 'days', label: '指定' },
            { value: 'longest', label: '长期' },
          ]}
          value={longest ? 'longest' : 'days'}
          onChange={(value) => onChange({ longest: value === 'longest' })}
        />
        {longest ? (
          <span className="muted">自{days[0]}起3年</span>
        ) : (
          <DateRangeInput label="授权日期" value={days} onChange={(next) => onChange({ days: next })} />
        )}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

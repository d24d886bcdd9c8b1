import type { GrantRequest } from '@moqi/api/grant-request'
import type { SealGrant } from '@moqi/api/seal-grant'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { grantsPath, requestsPath } from '../../kit/grants/grant-paths.ts'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { GrantFrame } from './grant-frame.tsx'
import {
  faultsOf,
  type GrantField,
  type GrantWriting,
  letterOf,
  type Making,
  sentOf,
  writingAsked,
  writingOf,
} from './grant-writing.ts'
import { LetterPaper } from './letter-paper.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { SealChoice } from './seal-choice.tsx'
import { useLegalName } from './use-legal-name.ts'
import { useSaving } from './use-saving.ts'

type GrantFormProps = {
  making: Making
  about: { sealId: string } | SealGrant | null
  /** What the grant answers; null where nobody asked. */
  request: GrantRequest | null
}

/** A grant to a member. */
export function GrantForm({ making, about, request }: GrantFormProps) {
  const [now] = useState(() => Date.now())
  const [writing, setWriting] = useState(() =>
    request ? writingAsked(making, now, request) : writingOf(making, now, about),
  )
  const { form, faults, show, setFaults } = useFaults<GrantField>()
  const legalName = useLegalName()
  const change = (more: Partial<GrantWriting>) => {
    setWriting({ ...writing, ...more })
    setFaults({})
  }
  const back = request ? requestsPath : grantsPath
  const saving = useSaving({
    check: () => {
      const found = faultsOf(writing, Date.now())
      const sent = sentOf(writing)
      show(found)
      return Object.keys(found).length > 0 ? null : sent && Object.assign(sent, answering(request))
    },
    add: (sent, key) => call('addSealGrant', sent, { key }),
    back,
  })
  return (
    <GrantFrame
      back={{ to: back, label: request ? '返回授权申请' : '返回印章授权' }}
      title={titleOf(about, request)}
      note={making.companyName}
      label="印章授权"
      form={form}
      saving={saving}
      paper={<LetterPaper letter={letterOf(making, writing, legalName)} />}
    >
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
    </GrantFrame>
  )
}

const answering = (request: GrantRequest | null) => (request ? { requestId: request.requestId } : {})

const titleOf = (about: GrantFormProps['about'], request: GrantRequest | null): string => {
  if (request) return `${request.memberName}的授权申请`
  return about && 'grantId' in about ? '续期授权' : '新增授权'
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

import { willKindLabel, willKinds } from '@moqi/domain/contract/will-kind'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { templateLimits } from '@moqi/domain/templates/template-rules'
import { titleRenamed } from '@moqi/domain/templates/title-pattern'
import { Building2, UserRound } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { OrderTools } from '../../ui/order-tools.tsx'
import { partyColour } from '../../kit/party/party-chip.tsx'
import { type DraftParty, type LaunchDraft, moved, nothingAsked, turnsOf } from '../../kit/draft/draft.ts'
import { FaultText } from '../../kit/draft/fault-text.tsx'
import { changeParty, editDraft } from '../../kit/draft/launch-store.ts'
import { OrderChoice, orderTips } from '../../kit/draft/order-choice.tsx'
import { TogetherSwitch } from '../../kit/party/together-switch.tsx'
import { rolesOf, type TemplateDraft, useTemplate } from './template-draft.ts'
import '../../kit/party/party-card.css'
import './roles-step.css'

type Props = { draft: LaunchDraft; template: TemplateDraft; faults: readonly FieldFault[] }

/** The roles with the initiator, as one who fills in, left where it is: last. */
const arrange = (next: (roles: readonly DraftParty[]) => readonly DraftParty[]) =>
  editDraft((draft) => {
    const roles = rolesOf(draft)
    return { parties: [...next(roles), ...draft.parties.filter((party) => !roles.includes(party))] }
  })

function add(kind: DraftParty['kind'], roles: readonly DraftParty[]) {
  const taken = new Set(roles.map(({ signerNo }) => signerNo))
  let signerNo = 1
  while (taken.has(signerNo)) signerNo += 1
  useTemplate.setState(({ roleNames }) => ({ roleNames: { ...roleNames, [signerNo]: '' } }))
  arrange((all) => [
    ...all,
    { ...nothingAsked, signerNo, kind, own: false, signerName: '', phone: '', companyName: '' },
  ])
}

/** Second step: which sides sign, in which order, and what of them is fixed already. */
export function RolesStep({ draft, template, faults }: Props) {
  const roles = rolesOf(draft)
  const turns = turnsOf({ order: draft.order, parties: roles })
  return (
    <div className="roles">
      <div className="spread">
        <h1 className="h1 step-title">签署角色</h1>
        <OrderChoice draft={draft} />
      </div>
      <p className="muted roles-tip">
        {orderTips[draft.order]}留空的姓名、手机号和企业名称在每次发起时填写；填好的每次都用同一个。
      </p>
      <ol className="roles-list">
        {roles.map((party, index) => (
          <RoleCard
            key={party.signerNo}
            {...{ party, index, roles, template, faults }}
            turn={draft.order === 'disorder' ? null : (turns[index] ?? null)}
            mixed={draft.order === 'mixed'}
          />
        ))}
      </ol>
      <FaultText>{faults.find((one) => one.field === 'roles')?.message}</FaultText>
      <div className="row roles-adders">
        <Button onClick={() => add('company', roles)}>
          <Building2 size={18} />
          添加企业角色
        </Button>
        <Button onClick={() => add('person', roles)}>
          <UserRound size={18} />
          添加个人角色
        </Button>
      </div>
    </div>
  )
}

type CardProps = {
  party: DraftParty
  index: number
  roles: readonly DraftParty[]
  template: TemplateDraft
  /** Its place in the order, null when there is none. */
  turn: number | null
  mixed: boolean
  faults: readonly FieldFault[]
}

/** One role, looking as its party will in the launch wizard. */
function RoleCard({ party, index, roles, template, turn, mixed, faults }: CardProps) {
  const { signerNo, kind, own, together } = party
  const name = template.roleNames[signerNo] ?? ''
  const subject = name || `第${index + 1}个角色`
  const errorOf = (part: string) => faults.find(({ field }) => field === `roles.${index}.${part}`)?.message
  const rename = (roleName: string) => {
    useTemplate.setState(({ roleNames }) => ({ roleNames: { ...roleNames, [signerNo]: roleName } }))
    editDraft(({ taskName }) => ({ taskName: titleRenamed(taskName, name, roleName) }))
  }
  return (
    <li className={`card signer-card party-${partyColour(signerNo)}`}>
      <span className="signer-order" aria-hidden="true">
        {turn ?? ''}
      </span>
      <div className="signer-body">
        <div className="signer-head">
          <h2 className="h2">
            {subject}
            <span>
              {kind === 'company' ? '企业' : '个人'}
              {own && '　我方（发起的空间与发起人）'}
            </span>
          </h2>
          {mixed && index > 0 && (
            <TogetherSwitch
              name={subject}
              checked={together}
              onChange={(joins) => changeParty(signerNo, { together: joins })}
            />
          )}
          <OrderTools
            className="signer-tools"
            subject={subject}
            index={index}
            count={roles.length}
            onMove={(to) => arrange((all) => moved(all, index, to))}
            onRemove={() => arrange((all) => all.filter((_, at) => at !== index))}
          />
        </div>
        <div className="signer-fields role-fields">
          <Field
            size="m"
            label="角色名称"
            value={name}
            maxLength={templateLimits.roleName}
            placeholder="如：员工、供应商"
            error={errorOf('roleName')}
            onChange={(event) => rename(event.target.value)}
          />
          {!own && <FixedFields party={party} errorOf={errorOf} />}
          <SelectField
            size="m"
            label="意愿认证方式"
            value={party.willKind}
            options={willKinds.map((value) => ({ value, label: willKindLabel(value, kind) }))}
            onChange={(willKind) => changeParty(signerNo, { willKind })}
          />
        </div>
      </div>
    </li>
  )
}

function FixedFields({ party, errorOf }: { party: DraftParty; errorOf: (part: string) => string | undefined }) {
  const { signerNo, kind } = party
  return (
    <>
      {kind === 'company' && (
        <Field
          size="m"
          label="企业名称"
          value={party.companyName}
          placeholder="发起时填写"
          error={errorOf('companyName')}
          onChange={(event) => changeParty(signerNo, { companyName: event.target.value })}
        />
      )}
      <Field
        size="m"
        label={kind === 'company' ? '经办人' : '姓名'}
        value={party.signerName}
        placeholder="发起时填写"
        error={errorOf('name')}
        onChange={(event) => changeParty(signerNo, { signerName: event.target.value })}
      />
      <Field
        size="m"
        label="手机号"
        inputMode="tel"
        value={party.phone}
        placeholder="发起时填写"
        error={errorOf('phone')}
        onChange={(event) => changeParty(signerNo, { phone: event.target.value })}
      />
    </>
  )
}

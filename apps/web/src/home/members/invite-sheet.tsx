import { checkPassportName } from '@moqi/domain/identity/person-name'
import { checkPhone } from '@moqi/domain/identity/phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { isText, listOf, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import '../../kit/form/form-sheet.css'
import { GroupFields, isGroups, type MemberGroups, wireGroups } from './group-fields.tsx'
import { InviteLink } from './invite-link.tsx'
import { memberKeys } from '../../kit/members/member-keys.ts'

type Faults = { memberName?: string; phone?: string }
type Invitee = { key: string; memberName: string; phone: string; faults: Faults }

const isInvitees = listOf(
  record<Invitee>({ key: isText, memberName: isText, phone: isText, faults: record<Faults>({}) }),
)
const most = 50
const nobody = (): Invitee => ({ key: randomKey(), memberName: '', phone: '', faults: {} })
const noGroups: MemberGroups = { departmentId: '', roleId: '' }

/** Invites people by phone, up to 50 at once, or makes a link. Whoever cannot be invited stays here with the reason. */
export function InviteSheet({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const id = useId()
  const queryClient = useQueryClient()
  const [people, setPeople] = useKept('invitees', isInvitees, () => [nobody()])
  const [groups, setGroups] = useKept('groups', isGroups, () => noGroups)
  const [fault, setFault] = useState<string>()
  const sending = useMutation({
    mutationFn: (asked: Invitee[]) =>
      call('inviteUser', {
        inviteArray: asked.map(({ memberName, phone }) => ({ memberName, phone, ...wireGroups(groups) })),
      }),
    onSuccess: async ({ successNumber, failArray }, asked) => {
      await queryClient.invalidateQueries({ queryKey: memberKeys.all })
      if (successNumber > 0) success(`已邀请${successNumber}人`)
      if (failArray.length === 0) return onDone()
      // The answers come in the order asked, the failed ones alone.
      const failed = [...failArray]
      setPeople(
        asked.flatMap((one) => {
          const next = failed[0]
          if (next?.phone !== one.phone || next.memberName !== one.memberName) return []
          failed.shift()
          return [{ ...one, faults: { phone: next.message } }]
        }),
      )
    },
    onError: (error) => setFault(error instanceof CallRefusal ? error.message : '发送失败，请稍后重试'),
  })
  const change = (key: string, part: Partial<Invitee>) =>
    setPeople(people.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    const asked = people.map(checked)
    setPeople(asked)
    if (asked.every(({ faults }) => !faults.memberName && !faults.phone) && !sending.isPending) sending.mutate(asked)
  }
  return (
    <Sheet
      title="邀请成员"
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form={id} variant="primary" busy={sending.isPending}>
            发送邀请
          </Button>
        </>
      }
    >
      <form id={id} className="form-sheet" noValidate onSubmit={submit}>
        <FormFault>{fault}</FormFault>
        <ul className="invitees">
          {people.map((one, index) => (
            <InviteeRow
              key={one.key}
              value={one}
              number={index + 1}
              onChange={(part) => change(one.key, part)}
              {...(people.length > 1 && { onRemove: () => setPeople(people.filter(({ key }) => key !== one.key)) })}
            />
          ))}
        </ul>
        {people.length < most && (
          <button type="button" className="link" onClick={() => setPeople([...people, nobody()])}>
            <Plus size={16} />
            再添加一人
          </button>
        )}
        <GroupFields value={groups} onChange={setGroups} />
      </form>
      <InviteLink groups={groups} />
    </Sheet>
  )
}

/** What was typed, trimmed, with what is wrong about it (domain 4.1). */
function checked({ key, memberName, phone }: Invitee): Invitee {
  const [name, number] = [checkPassportName(memberName), checkPhone(phone)]
  const faults = { ...(!name.ok && { memberName: name.message }), ...(!number.ok && { phone: number.message }) }
  return { key, memberName: memberName.trim(), phone: phone.trim(), faults }
}

type InviteeRowProps = {
  value: Invitee
  number: number
  onChange: (part: Partial<Invitee>) => void
  onRemove?: () => void
}

function InviteeRow({ value, number, onChange, onRemove }: InviteeRowProps) {
  const { memberName, phone, faults } = value
  return (
    <li className="invitee">
      <div className="member-pair">
        <Field
          label={number === 1 ? '姓名' : `姓名（第${number}人）`}
          maxLength={50}
          autoComplete="off"
          value={memberName}
          error={faults.memberName}
          data-first={number === 1 || undefined}
          onChange={(event) => onChange({ memberName: event.target.value })}
        />
        <Field
          label={number === 1 ? '手机号' : `手机号（第${number}人）`}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          value={phone}
          error={faults.phone}
          onChange={(event) => onChange({ phone: event.target.value })}
        />
      </div>
      {onRemove && (
        <button type="button" className="icon-btn" aria-label={`删除第${number}人`} onClick={onRemove}>
          <X size={18} />
        </button>
      )}
    </li>
  )
}

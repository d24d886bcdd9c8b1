import { checkGroupName } from '@moqi/domain/groups/group-rules'
import { useState } from 'react'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type GroupNameProps = {
  title: string
  confirm: string
  /** What comes of it. */
  note: string
  before?: string
  send: (groupName: string, key: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}

/** Asks how a group is called. */
export function GroupNameSheet({ title, confirm, note, before = '', send, onDone, onClose }: GroupNameProps) {
  const [groupName, setGroupName] = useState(before)
  const keyOf = useRepeatKey()
  const { form, faultOf, submit, busy } = useSheetForm<'groupName', unknown>({
    check: () => {
      const checked = checkGroupName(groupName)
      return checked.ok ? {} : { groupName: checked.message }
    },
    send: () => send(groupName, keyOf({ groupName })),
    onDone,
    otherwise: 'groupName',
  })
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          {confirm}
        </Button>
      }
    >
      <form ref={form} noValidate className="grp-form" onSubmit={submit}>
        <p className="muted">{note}</p>
        <Field
          label="集团名称"
          name="groupName"
          value={groupName}
          placeholder="2-30个字，例如：云启集团"
          maxLength={30}
          error={faultOf('groupName')}
          data-first
          onChange={({ target }) => setGroupName(target.value)}
        />
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}

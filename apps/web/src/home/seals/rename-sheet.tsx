import type { CompanySeal } from '@moqi/api/company-seal'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { Field } from '../../ui/field.tsx'

type RenameSheetProps = { seal: CompanySeal; onDone: () => void; onClose: () => void }

/** Gives a seal another name; what it reads stays as it was carved. */
export function RenameSheet({ seal: { sealId, sealName }, onDone, onClose }: RenameSheetProps) {
  const [name, setName] = useState(sealName)
  return (
    <FormSheet
      title="修改印章名称"
      confirm="保存"
      send={() => call('pcSealUpdate', { sealId, sealName: name.trim() })}
      onDone={onDone}
      onClose={onClose}
      ready={name.trim() !== '' && name.trim() !== sealName}
    >
      <Field
        label="印章名称"
        hint="只用于区分印章，印文不会改变"
        maxLength={30}
        value={name}
        data-first
        onChange={(event) => setName(event.target.value)}
      />
    </FormSheet>
  )
}

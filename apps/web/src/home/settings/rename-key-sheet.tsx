import type { Key } from '@moqi/api/passkey'
import { checkKeyName } from '@moqi/domain/account/passkey'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Field } from '../../ui/field.tsx'
import { SettingSheet } from './setting-sheet.tsx'

/** Another name for one of the own keys. */
export function RenameKeySheet({ own, onDone, onClose }: { own: Key; onDone: () => void; onClose: () => void }) {
  const [name, setName] = useState(own.name)
  const { faultOf, ...sheet } = useSheetForm<'name', null>({
    check: () => {
      const named = checkKeyName(name)
      return named.ok ? {} : { name: named.message }
    },
    send: () => call('renameKey', { keyId: own.keyId, name }),
    onDone,
    otherwise: 'name',
  })
  return (
    <SettingSheet title="重命名密钥" confirm="保存" sheet={sheet} onClose={onClose}>
      <Field
        label="名称"
        name="name"
        maxLength={20}
        value={name}
        error={faultOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
    </SettingSheet>
  )
}

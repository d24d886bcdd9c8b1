import type { Folder } from '@moqi/api/filing'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { folderOptions, foldersInOrder } from '../../kit/filing/filing-reads.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type DeleteFolderSheetProps = {
  folderId: string
  folders: readonly Folder[]
  onDone: () => void
  onClose: () => void
}

/** Deletes a folder, having said in numbers what lies in it and where that goes. */
export function DeleteFolderSheet({ folderId, folders, onDone, onClose }: DeleteFolderSheetProps) {
  const [targetId, setTarget] = useState('')
  const folder = folders.find((one) => one.folderId === folderId)
  if (!folder) return null
  const { folderName, filingNumber } = folder
  const below = foldersInOrder(folders, folderId)
  const gone = [folderId, ...below.map((one) => one.folderId)]
  const send = () => call('deleteFolder', { folderId, targetId: targetId || null, filingNumber })
  return (
    <FormSheet title={`删除“${folderName}”`} confirm="删除" tone="seal" send={send} onDone={onDone} onClose={onClose}>
      <p>
        {below.length > 0 && `其下${below.length}个文件夹一并删除。`}
        {filingNumber === 0 ? '其中没有合同。' : `其中${filingNumber}份合同不会删除，请选择移到哪里。`}
      </p>
      {filingNumber > 0 && (
        <SelectField
          label={`${filingNumber}份合同移到`}
          value={targetId}
          options={[
            { value: '', label: '待归档' },
            ...folderOptions(folders).filter(({ value }) => !gone.includes(value)),
          ]}
          onChange={setTarget}
        />
      )}
    </FormSheet>
  )
}

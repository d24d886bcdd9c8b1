import type { Folder } from '@moqi/api/filing'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { folderOptions } from '../../kit/filing/filing-reads.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'

/** A folder to change; without an id a new one. */
export type FolderToSave = {
  folderId: string | null
  parentId: string | null
  folderName?: string
  retentionYears?: number | null
}
type FolderSheetProps = { folder: FolderToSave; folders: readonly Folder[]; onDone: () => void; onClose: () => void }

/** Names a folder, says where it lies, and how long its contracts are kept. */
export function FolderSheet({ folder, folders, onDone, onClose }: FolderSheetProps) {
  const { folderId } = folder
  const [folderName, setName] = useState(folder.folderName ?? '')
  const [parentId, setParent] = useState(folder.parentId ?? '')
  const [years, setYears] = useState(String(folder.retentionYears ?? ''))
  const send = () =>
    call('saveFolder', {
      folderId,
      folderName,
      parentId: parentId || null,
      retentionYears: years === '' ? null : Number(years),
    })
  return (
    <FormSheet
      title={folderId ? '修改文件夹' : '新建文件夹'}
      confirm="保存"
      send={send}
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label="文件夹名称"
        maxLength={30}
        placeholder="1-30个字"
        value={folderName}
        data-first
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="上级文件夹"
        value={parentId}
        options={[
          { value: '', label: '无（最上层）' },
          ...folderOptions(folders.filter((one) => one.folderId !== folderId)),
        ]}
        onChange={setParent}
      />
      <Field
        label="保存年限（选填）"
        inputMode="numeric"
        maxLength={3}
        placeholder="同上级文件夹，最上层为10年"
        hint="合同到期后保存的年数；只能加长，期满也不会自动删除"
        value={years}
        onChange={({ target }) => setYears(target.value.replaceAll(/\D/g, ''))}
      />
    </FormSheet>
  )
}

import type { Folder } from '@moqi/api/filing'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { folderOptions, rereadFilings } from '../../kit/filing/filing-reads.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'

type FileSheetProps = { ids: readonly string[]; folders: readonly Folder[]; onDone: () => void; onClose: () => void }

/** Puts contracts into a folder, or takes them out of theirs. */
export function FileSheet({ ids, folders, onDone, onClose }: FileSheetProps) {
  const [folderId, setFolder] = useState(folders.length === 0 ? '' : 'none')
  const send = () => call('fileContracts', { filingIdArray: [...ids], folderId: folderId || null })
  const done = () => {
    success(folderId === '' ? `已移出${ids.length}份` : `已归档${ids.length}份`)
    void rereadFilings()
    onDone()
  }
  return (
    <FormSheet
      title={`归档${ids.length}份合同`}
      confirm="确定"
      send={send}
      onDone={done}
      onClose={onClose}
      ready={folderId !== 'none' && folders.length > 0}
    >
      {folders.length === 0 ? (
        <p>还没有文件夹，请由管理合同归档的成员先新建文件夹。</p>
      ) : (
        <SelectField
          label="放入文件夹"
          value={folderId}
          options={[
            { value: 'none', label: '请选择' },
            ...folderOptions(folders),
            { value: '', label: '移出文件夹（待归档）' },
          ]}
          onChange={setFolder}
        />
      )}
    </FormSheet>
  )
}

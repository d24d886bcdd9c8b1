import { useQuery } from '@tanstack/react-query'
import { Download, FolderPlus, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { useSpace } from '../../client/space-store.ts'
import { archiveQuery, type FilingAsk, rereadFilings } from '../../kit/filing/filing-reads.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { ArchiveTree } from './archive-tree.tsx'
import { DeleteFolderSheet } from './delete-folder-sheet.tsx'
import { ExpiryMonths } from './expiry-months.tsx'
import { FieldsSheet } from './fields-sheet.tsx'
import { FilingList } from './filing-list.tsx'
import { FolderSheet, type FolderToSave } from './folder-sheet.tsx'
import { PaperSheet } from './paper-sheet.tsx'
import { askOf, placeOf, placeSearch, placeTitle } from './place.ts'
import { ValuesSheet } from './values-sheet.tsx'
import './archive.css'

type OpenSheet =
  | { is: 'folder'; folder: FolderToSave }
  | { is: 'delete'; folderId: string }
  | { is: 'fields' | 'values' | 'papers' }

/** The company's archive: folders at the left, what ends in the next twelve months, and the contracts of a place. */
export function ArchivePage() {
  const space = useSpace(({ current }) => current)
  const archive = useQuery(archiveQuery())
  const [params, setParams] = useSearchParams()
  const [sheet, open] = useState<OpenSheet | null>(null)
  if (!space) return null
  const place = placeOf(params)
  const mayManage = hasRight(space, 'manageArchive')
  const close = () => open(null)
  const done = () => {
    close()
    void rereadFilings()
  }
  const newFolder = () => open({ is: 'folder', folder: { folderId: null, parentId: place.folderId ?? null } })
  return (
    <div className="con-in">
      <div className="con-head arc-head">
        <h1 className="h1">合同归档</h1>
        <div className="arc-acts">
          <MenuButton
            label="更多操作"
            className="btn btn-plain btn-m"
            items={[
              { key: 'values', label: '导入台账', onPress: () => open({ is: 'values' }) },
              ...(mayManage
                ? [
                    { key: 'papers', label: '导入纸质或外部合同', onPress: () => open({ is: 'papers' }) },
                    { key: 'fields', label: '台账字段', onPress: () => open({ is: 'fields' }) },
                  ]
                : []),
            ]}
          >
            <MoreHorizontal size={18} />
          </MenuButton>
          <Button onClick={() => void exportLedger({ ...askOf(place), pageSize: 10 })}>
            <Download size={18} />
            导出台账
          </Button>
          {mayManage && (
            <Button variant="primary" onClick={newFolder}>
              <FolderPlus size={18} />
              新建文件夹
            </Button>
          )}
        </div>
      </div>
      <CardState query={archive} rows={6}>
        {(data) => (
          <div className="arc">
            <ArchiveTree
              archive={data}
              place={place}
              mayManage={mayManage}
              onPlace={(next) => setParams(placeSearch(next))}
              onSave={(folder) => open({ is: 'folder', folder })}
              onDelete={(folderId) => open({ is: 'delete', folderId })}
            />
            <div className="arc-main">
              <ExpiryMonths months={data.monthArray} whole={data.whole === 1} />
              <FilingList
                key={String(placeSearch(place))}
                title={placeTitle(place, data.folderArray)}
                archive={data}
                place={place}
                onPlace={(next) => setParams(placeSearch(next), { replace: true })}
              />
            </div>
            {sheet?.is === 'folder' && (
              <FolderSheet folder={sheet.folder} folders={data.folderArray} onDone={done} onClose={close} />
            )}
            {sheet?.is === 'delete' && (
              <DeleteFolderSheet
                folderId={sheet.folderId}
                folders={data.folderArray}
                onDone={() => {
                  setParams(placeSearch({ view: 'unfiled' }))
                  done()
                }}
                onClose={close}
              />
            )}
            {sheet?.is === 'fields' && <FieldsSheet fields={data.fieldArray} onClose={close} />}
            {sheet?.is === 'values' && <ValuesSheet fields={data.fieldArray} onClose={close} />}
            {sheet?.is === 'papers' && (
              <PaperSheet folders={data.folderArray} folderId={place.folderId ?? ''} onClose={close} />
            )}
          </div>
        )}
      </CardState>
    </div>
  )
}

async function exportLedger(ask: FilingAsk) {
  try {
    const { pageSize: _, ...asked } = ask
    saveBlob(await callBlob('exportFilings', asked), '合同台账.xlsx')
  } catch (fault) {
    showRefusal(fault)
  }
}

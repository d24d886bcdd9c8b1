import { countText } from '@moqi/domain/labels/count-text'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { Archive, CalendarClock, Folder, FolderOpen, Inbox, Library, MoreHorizontal } from 'lucide-react'
import { foldersInOrder } from '../../kit/filing/filing-reads.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import type { FolderToSave } from './folder-sheet.tsx'
import type { ArchivePlace } from './place.ts'

type ArchiveTreeProps = {
  archive: Output<Table['listFolders']>
  place: ArchivePlace
  mayManage: boolean
  onPlace: (place: ArchivePlace) => void
  onSave: (folder: FolderToSave) => void
  onDelete: (folderId: string) => void
}

/** The places of the archive: what needs somebody, then the folders with the number of their contracts. */
export function ArchiveTree({ archive, place, mayManage, onPlace, onSave, onDelete }: ArchiveTreeProps) {
  const views = [
    { view: 'unfiled', label: '待归档', number: archive.unfiledNumber, Icon: Inbox },
    { view: 'soon', label: '即将到期', number: archive.soonNumber, Icon: CalendarClock },
    { view: 'all', label: '全部合同', number: archive.total, Icon: Library },
    { view: 'kept', label: '保存期满', number: archive.keptNumber, Icon: Archive },
  ] as const
  return (
    <nav className="card arc-tree" aria-label="文件夹">
      <ul>
        {views.map(({ view, label, number, Icon }) => (
          <li key={view}>
            <button type="button" aria-current={place.view === view || undefined} onClick={() => onPlace({ view })}>
              <Icon size={16} />
              <span>{label}</span>
              <span className={view === 'soon' && number > 0 ? 'small num hot' : 'small num'}>{countText(number)}</span>
            </button>
          </li>
        ))}
      </ul>
      {archive.folderArray.length > 0 && (
        <ul className="arc-folders">
          {foldersInOrder(archive.folderArray).map((folder) => {
            const { folderId, parentId, folderName, retentionYears, filingNumber, deep } = folder
            const isCurrent = place.folderId === folderId
            return (
              <li key={folderId} className={mayManage ? 'arc-folder managed' : 'arc-folder'}>
                <button
                  type="button"
                  style={{ paddingLeft: 12 + 16 * deep }}
                  aria-current={isCurrent || undefined}
                  onClick={() => onPlace({ folderId })}
                >
                  {isCurrent ? <FolderOpen size={16} /> : <Folder size={16} />}
                  <span className="clip" title={folderName}>
                    {folderName}
                  </span>
                  <span className="small num">{countText(filingNumber)}</span>
                </button>
                {mayManage && (
                  <MenuButton
                    label={`更多：${folderName}`}
                    className="arc-more"
                    items={[
                      {
                        key: 'new',
                        label: '新建下级文件夹',
                        onPress: () => onSave({ folderId: null, parentId: folderId }),
                      },
                      {
                        key: 'edit',
                        label: '改名、移动或保存年限',
                        onPress: () => onSave({ folderId, parentId, folderName, retentionYears }),
                      },
                      { key: 'delete', label: '删除', danger: true, onPress: () => onDelete(folderId) },
                    ]}
                  >
                    <MoreHorizontal size={16} />
                  </MenuButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </nav>
  )
}

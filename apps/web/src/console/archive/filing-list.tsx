import type { Output } from '@moqi/api/call'
import type { Filing } from '@moqi/api/filing'
import type { Table } from '@moqi/api/table'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filingsQuery } from '../../kit/filing/filing-reads.ts'
import { FilingSheet } from '../../kit/filing/filing-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { FieldFilter } from './field-filter.tsx'
import { FileSheet } from './file-sheet.tsx'
import { FilingRows } from './filing-rows.tsx'
import { askOf, type ArchivePlace } from './place.ts'

type FilingListProps = {
  title: string
  archive: Output<Table['listFolders']>
  place: ArchivePlace
  onPlace: (place: ArchivePlace) => void
}

/** The contracts of a place, page by page, to be filed, looked after and told about. `key` it by the place. */
export function FilingList({ title, archive, place, onPlace }: FilingListProps) {
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const { cursor, previous, nextTo } = usePages(String(pageSize))
  const [chosen, choose] = useState<readonly string[]>([])
  const [editing, edit] = useState<string | null>(null)
  const [filing, file] = useState<readonly string[]>([])
  const list = useQuery(filingsQuery({ ...askOf(place), pageSize }, cursor))
  const filed = () => {
    choose([])
    file([])
  }
  return (
    <section className="card arc-list" aria-labelledby="arc-title">
      <div className="arc-bar">
        <h2 id="arc-title" className="h2">
          {title}
          <span className="small muted">{list.data ? `${list.data.total} 份` : ''}</span>
        </h2>
        <div className="arc-filters">
          {place.view !== 'soon' && (
            <Segmented
              label="合同期限"
              options={[
                { value: '', label: '全部' },
                { value: 'soon', label: '即将到期' },
                { value: 'past', label: '已到期' },
              ]}
              value={place.term ?? ''}
              onChange={(term) => onPlace({ ...place, term: term === '' ? undefined : term })}
            />
          )}
          <SearchField
            label="主题、对方、编号、台账"
            value={place.keyword ?? ''}
            onSearch={(keyword) => onPlace({ ...place, keyword })}
          />
          {archive.fieldArray.length > 0 && (
            <FieldFilter fields={archive.fieldArray} members={archive.memberArray} place={place} onPlace={onPlace} />
          )}
        </div>
      </div>
      {chosen.length > 0 && (
        <div className="arc-chosen" role="status">
          <span>已选{chosen.length}份</span>
          <Button size="s" variant="primary" onClick={() => file(chosen)}>
            归档{chosen.length}份
          </Button>
          <button type="button" className="link" onClick={() => choose([])}>
            取消选择
          </button>
        </div>
      )}
      <CardState query={list} rows={6}>
        {({ filingArray, nextCursor, total }) =>
          filingArray.length === 0 ? (
            <NoFilings place={place} onPlace={onPlace} />
          ) : (
            <>
              <FilingRows
                rows={filingArray}
                archive={archive}
                chosen={chosen}
                onChoose={(ids) => choose(ids.slice(0, filingLimits.filedAtOnce))}
                onEdit={edit}
                onFile={(row: Filing) => file([row.filingId])}
              />
              <Pager
                total={`共${total}条`}
                pageSize={pageSize}
                onPageSize={(size) => setPageSize(pageSizeOf(size))}
                onPrevious={previous}
                onNext={nextTo(list.isPlaceholderData ? null : nextCursor)}
              />
            </>
          )
        }
      </CardState>
      {editing !== null && <FilingSheet filingId={editing} onClose={() => edit(null)} />}
      {filing.length > 0 && (
        <FileSheet ids={filing} folders={archive.folderArray} onDone={filed} onClose={() => file([])} />
      )}
    </section>
  )
}

function NoFilings({ place, onPlace }: Pick<FilingListProps, 'place' | 'onPlace'>) {
  const isNarrowed = Boolean(place.term ?? place.keyword ?? place.fieldId)
  if (isNarrowed)
    return (
      <EmptyState title="没有找到符合条件的合同">
        <Button onClick={() => onPlace({ view: place.view, folderId: place.folderId })}>清除筛选条件</Button>
      </EmptyState>
    )
  if (place.view === 'unfiled') return <EmptyState title="没有待归档的合同" hint="签署完成的合同会自动出现在这里。" />
  if (place.view === 'kept')
    return <EmptyState title="没有保存期满的合同" hint="保存期满的合同只列在这里，不会自动删除。" />
  return <EmptyState title="这里还没有合同" hint="在待归档中勾选合同，即可放入文件夹。" />
}

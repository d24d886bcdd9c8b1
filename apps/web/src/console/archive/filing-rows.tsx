import type { Output } from '@moqi/api/call'
import type { Filing } from '@moqi/api/filing'
import type { Table } from '@moqi/api/table'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { folderPath } from '../../kit/filing/filing-reads.ts'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TermBar } from './term-bar.tsx'
import '../../ui/checkbox.css'
import '../../ui/two-lines.css'

type FilingRowsProps = {
  rows: readonly Filing[]
  archive: Output<Table['listFolders']>
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
  onEdit: (filingId: string) => void
  onFile: (row: Filing) => void
}

/** A page of filings: a table where there is room, else cards. */
export function FilingRows(props: FilingRowsProps) {
  const { rows, chosen, onChoose } = props
  const all = rows.every(({ filingId }) => chosen.includes(filingId))
  const others = chosen.filter((id) => rows.every(({ filingId }) => filingId !== id))
  const ids = rows.map(({ filingId }) => filingId)
  const choice: PlainColumn<Filing> = {
    title: '选择',
    width: 48,
    head: (
      <input
        type="checkbox"
        className="checkbox"
        aria-label="选择本页全部合同"
        checked={all}
        onChange={() => onChoose(all ? others : [...others, ...ids])}
      />
    ),
    render: (row) => <Choice row={row} {...props} />,
  }
  return (
    <>
      <div className="from-laptop">
        <PlainTable
          labelledBy="arc-title"
          columns={[
            choice,
            { title: '合同主题', render: (row) => <Name row={row} {...props} /> },
            { title: '合同期限', width: 200, render: (row) => <TermBar filing={row} /> },
            {
              title: '保存至',
              width: 112,
              shownFrom: 'desktop',
              render: (row) => <span className="muted">{row.keepUntil}</span>,
            },
            { title: '操作', width: 136, render: (row) => <Acts row={row} {...props} as="words" /> },
          ]}
          rows={rows}
          rowKey={({ filingId }) => filingId}
        />
      </div>
      <ul className="below-laptop arc-cards">
        {rows.map((row) => (
          <li key={row.filingId}>
            <div className="arc-card-head">
              <label className="arc-pick">
                <Choice row={row} {...props} />
              </label>
              <Name row={row} {...props} />
            </div>
            <TermBar filing={row} />
            <p className="small muted">保存至 {row.keepUntil}</p>
            <Acts row={row} {...props} as="buttons" />
          </li>
        ))}
      </ul>
    </>
  )
}

type OfRow = FilingRowsProps & { row: Filing }

const Choice = ({ row: { filingId, taskName }, chosen, onChoose }: OfRow) => (
  <input
    type="checkbox"
    className="checkbox"
    aria-label={`选择：${taskName}`}
    checked={chosen.includes(filingId)}
    onChange={() =>
      onChoose(chosen.includes(filingId) ? chosen.filter((id) => id !== filingId) : [...chosen, filingId])
    }
  />
)

function Name({ row, archive }: OfRow) {
  const { taskName, partyNames, taskNo, imported, valueArray, folderId } = row
  const held = valueArray.filter(({ valueText }) => valueText !== '')
  const nameOf = (id: string) => archive.fieldArray.find(({ fieldId }) => fieldId === id)?.fieldName ?? ''
  const where = folderPath(archive.folderArray, folderId)
  return (
    <span className="two-lines arc-name">
      <b className="clip" title={taskName}>
        {taskName}
      </b>
      <span className="clip">
        {partyNames}　{taskNo}
      </span>
      {imported && (
        <span className="arc-imported" title={imported.conclusion}>
          <Tag tone="grey">导入的合同</Tag>
          <span className="clip">{imported.conclusion}</span>
        </span>
      )}
      {(held.length > 0 || where !== '') && (
        <span className="clip small muted">
          {[...(where === '' ? [] : [where]), ...held.map((one) => `${nameOf(one.fieldId)}：${one.valueText}`)].join(
            '　',
          )}
        </span>
      )}
    </span>
  )
}

function Acts({ row, onEdit, onFile, as }: OfRow & { as: 'words' | 'buttons' }) {
  const { filingId, signId, taskName, imported, term } = row
  const view = signId
    ? () => location.assign(inWorkspace(`/temp-info?${new URLSearchParams({ signId, taskType: 'normal' })}`))
    : () => void download(row)
  const isDue = term.termState === 'soon' || term.termState === 'past'
  return (
    <RowActions
      subject={taskName}
      as={as}
      actions={[
        { key: 'edit', label: isDue ? '处理' : '登记', onPress: () => onEdit(filingId) },
        { key: 'file', label: row.folderId === null ? '归档' : '移动', onPress: () => onFile(row) },
        { key: 'view', label: imported ? '下载原件' : '查看合同', onPress: view },
      ]}
    />
  )
}

async function download({ filingId, imported }: Filing) {
  try {
    saveBlob(await callBlob('importedFile', { filingId }), imported?.fileName ?? '合同')
  } catch (fault) {
    showRefusal(fault)
  }
}

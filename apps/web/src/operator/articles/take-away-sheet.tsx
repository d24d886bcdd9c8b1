import { useState } from 'react'
import { call } from '../../client/call.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import { type EditedArticle, useArticles } from './use-articles.ts'
import type { Editing } from './use-editing.ts'

type Props = { article: EditedArticle; editing: Editing; onClose: () => void }

/** Takes an article away; who opens its address is led to the one that is chosen. */
export function TakeAwaySheet({ article: { columnId, title, parent, versionNo }, editing, onClose }: Props) {
  const { data } = useArticles()
  const [leadsTo, setLeadsTo] = useState(parent)
  const options = [
    ...(data?.chapterArray ?? []).map((one) => ({ value: one.columnId, label: `章节：${one.title}` })),
    ...(data?.articleArray ?? [])
      .filter((one) => one.columnId !== columnId && one.standing !== 'away' && one.standing !== 'unpublished')
      .map((one) => ({ value: one.columnId, label: one.title })),
  ]
  const takeAway = async (reason: string) => {
    const done = await editing.act('away', () =>
      call('takeAwayArticle', { columnId, leadsTo, basedOn: versionNo, reason }),
    )
    if (!done) return
    success('已下线，读者改看所选的内容')
    onClose()
  }
  return (
    <ReasonSheet
      title="下线文章"
      text={`“${title}”不再出现在目录和搜索中；打开原网址的读者转到下面所选的内容。可随时在版本中恢复。`}
      confirm="下线"
      busy={editing.busy !== null}
      fault={editing.faults.reason}
      onConfirm={(reason) => void takeAway(reason)}
      onClose={onClose}
    >
      <SelectField
        label="读者改看"
        value={leadsTo}
        error={editing.faults.leadsTo}
        options={options}
        onChange={setLeadsTo}
      />
    </ReasonSheet>
  )
}

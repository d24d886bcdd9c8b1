import { agreementsChapter, articleAudiences, articleLimits, isColumnId } from '@moqi/domain/help/article-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { articlePath } from './article-words.tsx'
import type { Chapter } from './use-articles.ts'

/** Begins an article: its address, title and chapter; it is a draft until it is published. */
export function NewArticleSheet({ chapters, onClose }: { chapters: readonly Chapter[]; onClose: () => void }) {
  const own = chapters.filter(({ columnId }) => columnId !== agreementsChapter)
  const [columnId, setColumnId] = useState('')
  const [title, setTitle] = useState('')
  const [parent, setParent] = useState(own[0]?.columnId ?? '')
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const navigate = useNavigate()
  const { busy, decide } = useDecision(
    (field, message) => setFaults({ [field]: message }),
    () => void navigate(articlePath(columnId)),
  )
  const make = () => {
    if (!isColumnId(columnId)) return setFaults({ columnId: '文章标识为2至50个英文字母' })
    if (title.trim().length < 2) return setFaults({ title: '请填写标题（至少2个字）' })
    const text = { title: title.trim(), parent, order: 50, audience: [...articleAudiences], ask: null, body: '' }
    return void decide('make', () => call('saveArticleDraft', { columnId, text, basedOn: 0, revision: 0 }), '已建草稿')
  }
  return (
    <Sheet
      title="新增文章"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy !== null} onClick={make}>
            开始编写
          </Button>
        </>
      }
    >
      <div className="article-new">
        <Field
          label="标题"
          data-first
          maxLength={articleLimits.title}
          value={title}
          error={faults.title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field
          label="文章标识"
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          hint="2至50个英文字母，是网址的一部分，建立后不能更改，如 yearEnd"
          value={columnId}
          error={faults.columnId}
          onChange={(event) => setColumnId(event.target.value.trim())}
        />
        <SelectField
          label="章节"
          value={parent}
          options={own.map((chapter) => ({ value: chapter.columnId, label: chapter.title }))}
          onChange={setParent}
        />
      </div>
    </Sheet>
  )
}

import { articleLines } from '@moqi/domain/help/article-text'
import { isDifferent, lineDifference } from '@moqi/domain/text/line-difference'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { EditedArticle, Text } from './use-articles.ts'

const lines = (text: Text | null) => (text ? articleLines(text) : [])

/** What differs between what is written here and what readers have, what the product brings, and what it brought. */
export function Compared({ article, text }: { article: EditedArticle; text: Text }) {
  const pairs = [
    article.published && { value: 'published', label: '现行 → 此处', before: article.published, after: text },
    article.draft && { value: 'draft', label: '已存草稿 → 此处', before: article.draft.text, after: text },
    article.shipped &&
      article.published && {
        value: 'shipped',
        label: '产品附带 → 现行',
        before: article.shipped,
        after: article.published,
      },
    article.shippedBefore && {
      value: 'upgrade',
      label: '产品升级前 → 后',
      before: article.shippedBefore,
      after: article.shipped,
    },
  ].filter((pair) => pair !== null)
  const [chosen, setChosen] = useState(article.isOvertaken === 1 ? 'upgrade' : 'published')
  const pair = pairs.find(({ value }) => value === chosen) ?? pairs[0]
  if (!pair)
    return (
      <div className="card">
        <EmptyState title="还没有可对比的内容" hint="文章发布后，可与现行内容对比" />
      </div>
    )
  return (
    <>
      <div className="article-pairs">
        <SelectField
          label="对比"
          options={pairs.map(({ value, label }) => ({ value, label }))}
          value={pair.value}
          onChange={setChosen}
        />
      </div>
      <Difference before={pair.before} after={pair.after} />
    </>
  )
}

const marks = { same: '', gone: '−', come: '+' } as const
const said = { same: '', gone: '删去：', come: '新增：' } as const

/** Two texts line by line: what went before what came. */
export function Difference({ before, after }: { before: Text | null; after: Text | null }) {
  const rows = lineDifference(lines(before), lines(after))
  if (!isDifferent(rows))
    return (
      <div className="card">
        <EmptyState title="两边内容相同" />
      </div>
    )
  return (
    <ol className="card difference" aria-label="差异">
      {rows.map(({ kind, text }, index) => (
        <li key={index} className={`difference-${kind}`}>
          <span aria-hidden="true">{marks[kind]}</span>
          <span>
            {kind !== 'same' && <span className="sr">{said[kind]}</span>}
            {text || '\u00a0'}
          </span>
        </li>
      ))}
    </ol>
  )
}

import { useState } from 'react'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useBlocker, useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CallRefusal } from '../../client/call-error.ts'
import { ArticleActs } from './article-acts.tsx'
import { ArticleFeedback } from './article-feedback.tsx'
import { ArticleForm } from './article-form.tsx'
import { ArticleNotices } from './article-notices.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { ArticleVersions } from './article-versions.tsx'
import { standingTags } from './article-words.tsx'
import './articles.css'
import { Compared } from './compared.tsx'
import { type Chapter, type EditedArticle, useArticle, useArticles } from './use-articles.ts'
import { useEditing } from './use-editing.ts'

const tabs = [
  { value: 'edit', label: '编辑' },
  { value: 'preview', label: '预览' },
  { value: 'compare', label: '对比' },
  { value: 'versions', label: '版本' },
  { value: 'feedback', label: '反馈' },
] as const
type Tab = (typeof tabs)[number]['value']

/** One article: written, seen as readers see it, compared, published and brought back. */
export function ArticlePage() {
  const columnId = useSearchParams()[0].get('columnId') ?? ''
  const { data, ...unread } = useArticle(columnId)
  const { data: all } = useArticles()
  const { error } = unread
  return (
    <RoomFrame title="编辑帮助文章" note={columnId}>
      <p className="article-back">
        <Link to="/articles">返回帮助文章</Link>
      </p>
      {data && all ? (
        <Editor key={columnId} article={data} chapters={all.chapterArray} />
      ) : error instanceof CallRefusal ? (
        <div className="card">
          <EmptyState title={error.message} />
        </div>
      ) : (
        <UnreadRecords {...unread} />
      )}
    </RoomFrame>
  )
}

function Editor({ article, chapters }: { article: EditedArticle; chapters: readonly Chapter[] }) {
  const [tab, setTab] = useState<Tab>('edit')
  const editing = useEditing(article)
  return (
    <div className="article-edit">
      <div className="article-head">
        <h2 className="h2 article-title">{editing.text.title || '（无标题）'}</h2>
        {standingTags[article.standing]}
        <ArticleActs article={article} editing={editing} onFault={() => setTab('edit')} />
      </div>
      <ArticleNotices article={article} editing={editing} onCompare={() => setTab('compare')} />
      <Segmented label="内容" options={tabs} value={tab} onChange={setTab} />
      {tab === 'edit' && <ArticleForm columnId={article.columnId} chapters={chapters} editing={editing} />}
      {tab === 'preview' && <ArticlePreview columnId={article.columnId} text={editing.text} />}
      {tab === 'compare' && <Compared article={article} text={editing.text} />}
      {tab === 'versions' && <ArticleVersions article={article} editing={editing} />}
      {tab === 'feedback' && <ArticleFeedback article={article} />}
      <LeaveGuard isUnsaved={editing.isUnsaved} onSave={async () => (await editing.save()) !== null} />
    </div>
  )
}

/** Asks before the page is left with words that are not saved. */
function LeaveGuard({ isUnsaved, onSave }: { isUnsaved: boolean; onSave: () => Promise<boolean> }) {
  const blocked = useBlocker(({ pathname }) => isUnsaved && pathname !== '/articles/edit')
  if (!blocked) return null
  return (
    <Sheet
      title="离开前保存草稿？"
      onClose={() => blocked.reset()}
      footer={
        <>
          <Button variant="danger" onClick={() => blocked.proceed()}>
            不保存
          </Button>
          <Button
            variant="primary"
            data-first
            onClick={() => void onSave().then((saved) => (saved ? blocked.proceed() : blocked.reset()))}
          >
            保存并离开
          </Button>
        </>
      }
    >
      <p>有内容还没有保存。保存后可随时回来继续编辑。</p>
    </Sheet>
  )
}

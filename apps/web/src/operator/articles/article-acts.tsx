import { articleFault } from '@moqi/domain/help/article-text'
import { useState } from 'react'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import { TakeAwaySheet } from './take-away-sheet.tsx'
import type { EditedArticle } from './use-articles.ts'
import type { Editing } from './use-editing.ts'

type ActsProps = { article: EditedArticle; editing: Editing; onFault: () => void }

/** What can be done with what was written, and with the article. */
export function ArticleActs({ article, editing, onFault }: ActsProps) {
  const [open, setOpen] = useState<'publish' | 'away' | null>(null)
  const { isUnsaved, hasDraft, busy, text } = editing
  const save = async () => {
    if ((await editing.save()) !== null) success('草稿已保存，读者还看不到')
  }
  const prepare = async () => {
    const fault = articleFault(text)
    if (fault) {
      editing.fail(fault.field, fault.message)
      return onFault()
    }
    if (isUnsaved && (await editing.save()) === null) return undefined
    return setOpen('publish')
  }
  const drop = async () => {
    const sure = await ask({
      title: '删除草稿？',
      text: '您写下而未发布的内容将被删除，不能找回。',
      confirm: '删除草稿',
      cancel: '取消',
    })
    if (sure) await editing.drop()
  }
  const isStanding = article.standing !== 'away' && article.standing !== 'unpublished'
  return (
    <span className="article-acts">
      {isStanding && <Button onClick={() => setOpen('away')}>下线…</Button>}
      {hasDraft && (
        <Button busy={busy === 'drop'} onClick={() => void drop()}>
          删除草稿
        </Button>
      )}
      {isUnsaved && (
        <Button busy={busy === 'save'} onClick={() => void save()}>
          保存草稿
        </Button>
      )}
      {(isUnsaved || hasDraft) && (
        <Button variant="primary" onClick={() => void prepare()}>
          发布…
        </Button>
      )}
      {open === 'publish' && (
        <ReasonSheet
          title="发布文章"
          text={`发布后“${text.title}”立即对读者生效，并可搜索到。`}
          confirm="发布"
          busy={busy !== null}
          fault={editing.faults.reason}
          onConfirm={(reason) =>
            void editing.publish(reason).then((done) => {
              setOpen(null)
              if (!done) onFault()
            })
          }
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'away' && <TakeAwaySheet article={article} editing={editing} onClose={() => setOpen(null)} />}
    </span>
  )
}

import { formatDate } from '@moqi/domain/time/format-date'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import type { EditedArticle } from './use-articles.ts'
import type { Editing } from './use-editing.ts'

type Props = { article: EditedArticle; editing: Editing; onCompare: () => void }

const day = '{y}-{m}-{d} {h}:{i}'

/** What others have done to the article meanwhile, each with the ways on. */
export function ArticleNotices({ article, editing, onCompare }: Props) {
  const others = article.draftArray.filter(({ isOwn }) => isOwn === 0)
  const compare = <Button onClick={onCompare}>查看差异</Button>
  return (
    <>
      {editing.isElsewhere && (
        <Notice text="您在另一窗口保存过这篇草稿。此处的内容还在，请对比后决定留下哪一份。">
          {compare}
          <Button onClick={() => editing.restart(article)}>改用那一份</Button>
          <Button
            busy={editing.busy === 'save'}
            onClick={() => void editing.save({ revision: article.draft?.revision ?? 0 })}
          >
            以此处为准
          </Button>
        </Notice>
      )}
      {editing.isBehind && !editing.isElsewhere && (
        <Notice
          text={`${article.changedBy ?? ''}已于${formatDate(article.changeTime, day)}发布了新的版本，您的内容写在它之前。请对比后再发布，您的内容没有丢失。`}
        >
          {compare}
          <Button
            busy={editing.busy === 'save'}
            onClick={() =>
              void editing.save({ basedOn: article.versionNo }).then((saved) => saved !== null && success('可以发布了'))
            }
          >
            已对比，以我的内容为准
          </Button>
        </Notice>
      )}
      {article.isOvertaken === 1 && <Overtaken article={article} editing={editing} compare={compare} />}
      {article.standing === 'away' && (
        <Notice text={`文章已下线，读者转到 ${article.leadsTo}。发布草稿，或在“版本”中恢复，即可重新上线。`} />
      )}
      {others.length > 0 && (
        <Notice
          text={`${others.map(({ operatorName, saveTime }) => `${operatorName}（${formatDate(saveTime, day)}）`).join('、')}也有这篇文章的草稿，谁后发布，谁会收到提示。`}
        />
      )}
    </>
  )
}

/** The product's own text has changed below the operator's. */
function Overtaken({ article, editing, compare }: { article: EditedArticle; editing: Editing; compare: ReactNode }) {
  const [choosing, setChoosing] = useState<'keep' | 'shipped' | null>(null)
  const { columnId, versionNo: basedOn } = article
  const settle = async (reason: string) => {
    const versionNo = choosing === 'keep' ? basedOn : 0
    const done = await editing.act('settle', () => call('rollBackArticle', { columnId, versionNo, basedOn, reason }))
    if (!done) return
    success(choosing === 'keep' ? '已保留平台的内容' : '已改用产品附带的内容')
    setChoosing(null)
  }
  return (
    <Notice text="产品升级后，这篇文章附带的内容有了变化，读者看到的仍是平台改写的内容。请对比后决定。">
      {compare}
      <Button onClick={() => setChoosing('keep')}>保留平台的内容…</Button>
      <Button onClick={() => setChoosing('shipped')}>改用产品的内容…</Button>
      {choosing && (
        <ReasonSheet
          title={choosing === 'keep' ? '保留平台的内容' : '改用产品的内容'}
          text={
            choosing === 'keep'
              ? '读者看到的不变；不再提示这次升级的变化。'
              : '读者立即看到产品附带的内容；平台改写的内容留在版本中。'
          }
          confirm="确定"
          busy={editing.busy !== null}
          fault={editing.faults.reason}
          onConfirm={(reason) => void settle(reason)}
          onClose={() => setChoosing(null)}
        />
      )}
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="article-notice" role="status">
      <p>{text}</p>
      {children && <div className="article-ways">{children}</div>}
    </div>
  )
}

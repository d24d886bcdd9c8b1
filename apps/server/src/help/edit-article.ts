import type { article } from '@moqi/api/article'
import { agreementsChapter, articleLimits, isColumnId } from '@moqi/domain/help/article-text'
import { lengthOf } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { findVersion } from './article-rows.ts'
import { chapters, shippedArticles } from './articles.ts'
import { keepDraft, takeDraft } from './draft-rows.ts'
import { filledIn } from './help-calls.ts'
import { articleOf } from './published-articles.ts'
import { lostIn } from './safe-html.ts'

type Calls = typeof article

/** The text as readers would have it, and what of it they would not. Nothing is kept. */
export const previewArticle: Handler<Calls['previewArticle']> = async (deps, _operator, { columnId, text }) => {
  const { title, html, updateTime } = articleOf(columnId, text, deps.now())
  return { title, content: filledIn(deps, html), updateTime, lostArray: lostIn(text.body) }
}

/** Keeps what the operator has written so far; it may be faulty still, for nobody reads it. */
export const saveArticleDraft: Handler<Calls['saveArticleDraft']> = async (
  deps,
  operator,
  { columnId, text, basedOn, revision },
) => {
  requireEditable(columnId)
  if (lengthOf(text.body) > articleLimits.body)
    throw new Refusal('field/invalid', { field: 'body', message: `正文不能超过${articleLimits.body}个字，请拆成几篇` })
  return deps.db.directoryWrite(async (tx) => {
    if (basedOn > 0 && !(await findVersion(tx, columnId, basedOn))) throw new Refusal('help/not-found')
    if (basedOn === 0 && revision === 0) await requireRoom(tx, columnId)
    const saved = await keepDraft(deps, tx, operator, { columnId, text, basedOn, revision })
    await addOperatorLog(deps, tx, { ...by(operator), verb: 'saveArticleDraft', detail: named(columnId, text.title) })
    return saved
  })
}

/** Throws away what the operator has written. */
export const dropArticleDraft: Handler<Calls['dropArticleDraft']> = async (deps, operator, { columnId, revision }) => {
  await deps.db.directoryWrite(async (tx) => {
    const { text } = await takeDraft(tx, { columnId, operatorId: operator.operatorId }, revision)
    await addOperatorLog(deps, tx, { ...by(operator), verb: 'dropArticleDraft', detail: named(columnId, text.title) })
  })
  return null
}

/** Who did it, and from where. */
export const by = ({ operatorId, address }: { operatorId: string; address: string }) => ({ operatorId, address })
/** An article as the record names it. */
export const named = (columnId: string, title: string): string => `${title.trim() || '（无标题）'}　${columnId}`

const invalid = (message: string) => new Refusal('field/invalid', { field: 'columnId', message })

/** Throws `field/invalid` for an address that is none, a chapter's, or an agreement's. */
export function requireEditable(columnId: string): void {
  if (!isColumnId(columnId)) throw invalid('文章标识为2至50个英文字母')
  if (chapters.some((one) => one.columnId === columnId)) throw invalid('文章标识不能与章节相同')
  const shipped = shippedArticles.find((one) => one.columnId === columnId)
  if (shipped?.parent === agreementsChapter) throw invalid('协议与政策经用户逐字同意，只随产品版本更新')
}

/** Throws `field/invalid` where a new article would be one too many. */
async function requireRoom(tx: Db, columnId: string): Promise<void> {
  const own = shippedArticles.map((one) => one.columnId)
  if (own.includes(columnId)) return
  const rows = await tx
    .selectFrom('article_version')
    .select('column_id')
    .union(tx.selectFrom('article_draft').select('column_id'))
    .execute()
  const added = rows.filter((row) => !own.includes(row.column_id))
  if (added.some((row) => row.column_id === columnId) || added.length < articleLimits.added) return
  const message = `新增文章已达${articleLimits.added}篇，请先合并或改用已下线的文章`
  throw invalid(message)
}

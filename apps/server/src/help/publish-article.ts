import type { article } from '@moqi/api/article'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { agreementsChapter, articleFault, type ArticleText } from '@moqi/domain/help/article-text'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { addVersion, findVersion, isSameText, type NewVersion, type VersionRow } from './article-rows.ts'
import { chapters } from './articles.ts'
import { takeDraft } from './draft-rows.ts'
import { by, named, requireEditable } from './edit-article.ts'
import { shippedText } from './list-articles.ts'
import { endOf, type Published, publishedArticles } from './published-articles.ts'
import { linksIn } from './safe-html.ts'

type Calls = typeof article

const invalid = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** Throws `field/invalid` for a text that readers cannot be given: a fault, a chapter there is not, a dead link. */
function requireReadable(published: Published, columnId: string, text: ArticleText): void {
  const fault = articleFault(text)
  if (fault) throw invalid(fault.field, fault.message)
  if (text.parent === agreementsChapter) throw invalid('parent', '协议与政策只随产品版本更新，请选择其他章节')
  if (!chapters.some((one) => one.columnId === text.parent)) throw invalid('parent', '请选择章节')
  const known = new Set([columnId, ...[...chapters, ...published.articles].map((one) => one.columnId)])
  const dead = linksIn(text.body).find((link) => !known.has(endOf(published, link)))
  if (dead !== undefined) throw invalid('body', `正文链接到不存在的帮助内容：${dead}`)
}

/** Readers have the operator's draft from now on, unless somebody else has published since it was begun. */
export const publishArticle: Handler<Calls['publishArticle']> = async (
  deps,
  operator,
  { columnId, revision, reason },
) => {
  const why = fieldOf('reason', checkReason(reason))
  requireEditable(columnId)
  const published = await publishedArticles(deps)
  const versionNo = await deps.db.directoryWrite(async (tx) => {
    const { text, basedOn } = await takeDraft(tx, { columnId, operatorId: operator.operatorId }, revision)
    const tidy = { ...text, title: text.title.trim() }
    requireReadable(published, columnId, tidy)
    return add(deps, tx, operator, { columnId, deed: 'publish', text: tidy, leadsTo: null, reason: why, basedOn })
  })
  return { versionNo }
}

/** An earlier text again, or the product's own; what stands is kept where the product's own has changed below it. */
export const rollBackArticle: Handler<Calls['rollBackArticle']> = async (
  deps,
  operator,
  { columnId, versionNo: wanted, basedOn, reason },
) => {
  const why = fieldOf('reason', checkReason(reason))
  requireEditable(columnId)
  const published = await publishedArticles(deps)
  const versionNo = await deps.db.directoryWrite(async (tx) => {
    const version = await versionToRestore(tx, columnId, wanted)
    const text = version?.text ?? null
    if (text) requireReadable(published, columnId, text)
    const deed = wanted === basedOn ? 'keep' : 'rollBack'
    if (deed === 'keep' && isSameText(version?.shipped ?? null, shippedText(columnId)))
      throw invalid('versionNo', '这就是现行内容，无需恢复')
    return add(deps, tx, operator, { columnId, deed, text, leadsTo: null, reason: why, basedOn })
  })
  return { versionNo }
}

/** The version of that number; null for the product's own text. Throws `help/not-found` where there is no text. */
async function versionToRestore(tx: Db, columnId: string, versionNo: number): Promise<VersionRow | null> {
  const version = versionNo === 0 ? null : await findVersion(tx, columnId, versionNo)
  if (versionNo !== 0 && (!version || version.leadsTo !== null)) throw new Refusal('help/not-found')
  if (!version?.text && !shippedText(columnId)) throw new Refusal('help/not-found')
  return version
}

/** Readers of the article are led to another one, or to a chapter, from now on. */
export const takeAwayArticle: Handler<Calls['takeAwayArticle']> = async (
  deps,
  operator,
  { columnId, leadsTo, basedOn, reason },
) => {
  const why = fieldOf('reason', checkReason(reason))
  requireEditable(columnId)
  const { articles } = await publishedArticles(deps)
  if (leadsTo === columnId) throw invalid('leadsTo', '请选择另一篇文章或章节')
  if (![...chapters, ...articles].some((one) => one.columnId === leadsTo))
    throw invalid('leadsTo', '请选择读者改看的文章或章节')
  if (!articles.some((one) => one.columnId === columnId)) throw new Refusal('help/not-found')
  const versionNo = await deps.db.directoryWrite((tx) =>
    add(deps, tx, operator, { columnId, deed: 'takeAway', text: null, leadsTo, reason: why, basedOn }),
  )
  return { versionNo }
}

const verbs = {
  publish: 'publishArticle',
  rollBack: 'rollBackArticle',
  keep: 'keepArticle',
  takeAway: 'takeAwayArticle',
} as const satisfies Record<NewVersion['deed'], OperatorVerb>

async function add(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  operator: Operator,
  version: Omit<NewVersion, 'shipped'> & { basedOn: number },
): Promise<number> {
  const { columnId, deed, text, leadsTo, reason } = version
  const shipped = shippedText(columnId)
  const versionNo = await addVersion(deps, tx, operator, { ...version, shipped })
  const said = [
    named(columnId, text?.title ?? shipped?.title ?? ''),
    `第${versionNo}版`,
    leadsTo && `转到 ${leadsTo}`,
    reason,
  ]
  await addOperatorLog(deps, tx, { ...by(operator), verb: verbs[deed], detail: said.filter(Boolean).join('　') })
  return versionNo
}

import type { ListedArticle, article } from '@moqi/api/article'
import type { ArticleConcern } from '@moqi/domain/help/article-concerns'
import { flagOf } from '@moqi/api/wire/flag'
import { agreementsChapter, type ArticleText } from '@moqi/domain/help/article-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { findVersion, isSameText, type VersionRow, versionsBefore } from './article-rows.ts'
import { type Article, chapters, shippedArticles, textOf } from './articles.ts'
import { type DraftRow, readDrafts } from './draft-rows.ts'
import { publishedArticles } from './published-articles.ts'

const pageSize = 20

/** The product's own text of an article, or null. */
export const shippedText = (columnId: string) => {
  const found = shippedArticles.find((one) => one.columnId === columnId)
  return found ? textOf(found) : null
}

type Votes = ReadonlyMap<string, { helpful: number; unhelpful: number }>

/** What readers said, by article and version. */
async function readVotes(db: Db, columnId?: string): Promise<Votes> {
  const rows = await db
    .selectFrom('article_feedback')
    .$if(columnId !== undefined, (query) => query.where('column_id', '=', columnId ?? ''))
    .groupBy(['column_id', 'version_no'])
    .select(['column_id', 'version_no'])
    .select((eb) => eb.fn.countAll().filterWhere('helpful', '=', true).as('helpful'))
    .select((eb) => eb.fn.countAll().as('number'))
    .execute()
  return new Map(
    rows.map((row) => {
      const [helpful, number] = [Number(row.helpful), Number(row.number)]
      return [`${row.column_id} ${row.version_no}`, { helpful, unhelpful: number - helpful }]
    }),
  )
}

type Known = {
  operator: Operator
  versions: ReadonlyMap<string, VersionRow>
  drafts: readonly DraftRow[]
  votes: Votes
}

/** Whether the product's own text is another by now than when the operator's took its place. */
const isOvertaken = (columnId: string, version: VersionRow | undefined): boolean =>
  version !== undefined && version.text !== null && !isSameText(version.shipped, shippedText(columnId))

function standingOf(version: VersionRow | undefined, shipped: Article | undefined): ListedArticle['standing'] {
  if (version?.text) return shipped ? 'changed' : 'added'
  if (version?.leadsTo) return 'away'
  return shipped ? 'shipped' : 'unpublished'
}

function listed(columnId: string, { operator, versions, drafts, votes }: Known): ListedArticle {
  const version = versions.get(columnId)
  const shipped = shippedArticles.find((one) => one.columnId === columnId)
  const own = drafts.filter((draft) => draft.columnId === columnId)
  return {
    columnId,
    ...placeOf(columnId, version?.text ?? shipped ?? own[0]?.text),
    standing: standingOf(version, shipped),
    isFixed: flagOf(shipped?.parent === agreementsChapter),
    isOvertaken: flagOf(isOvertaken(columnId, version)),
    ...changeOf(version),
    draftArray: own.map(({ operatorId, operatorName, savedAt }) => ({
      operatorName,
      saveTime: savedAt,
      isOwn: flagOf(operatorId === operator.operatorId),
    })),
    ...(votes.get(`${columnId} ${version?.versionNo ?? 0}`) ?? { helpful: 0, unhelpful: 0 }),
  }
}

const placeOf = (columnId: string, text: ArticleText | undefined) => ({
  title: text?.title.trim() || columnId,
  parent: text?.parent ?? '',
  sort: text?.order ?? 0,
})

const changeOf = (version: VersionRow | undefined) =>
  version
    ? {
        versionNo: version.versionNo,
        changeTime: version.madeAt,
        changedBy: version.who,
        leadsTo: version.leadsTo,
      }
    : { versionNo: 0, changeTime: null, changedBy: null, leadsTo: null }

const concerns: Readonly<Record<ArticleConcern, (one: ListedArticle) => boolean>> = {
  todo: (one) => one.isOvertaken === 1 || one.draftArray.length > 0,
  changed: ({ standing }) => standing !== 'shipped',
  poor: ({ helpful, unhelpful }) => unhelpful > helpful,
}

type Sought = { search?: string | undefined; concern?: ArticleConcern | undefined }

function isSought(one: ListedArticle, { search = '', concern }: Sought): boolean {
  const words = search.toLowerCase()
  const isNamed = [one.title, one.columnId].some((text) => text.toLowerCase().includes(words))
  return isNamed && (concern === undefined || concerns[concern](one))
}

/**
 * Everything there is, or what is looked for: the product's own, what operators have written over or beside it, and
 * what was begun.
 */
export const listArticles: Handler<typeof article.listArticles> = async (deps, operator, input) => {
  const { versions } = await publishedArticles(deps)
  const { drafts, votes } = await deps.db.directory(async (directory) => ({
    drafts: await readDrafts(directory),
    votes: await readVotes(directory),
  }))
  const known = { operator, versions, drafts, votes }
  const columnIds = new Set([
    ...shippedArticles.map(({ columnId }) => columnId),
    ...versions.keys(),
    ...drafts.map(({ columnId }) => columnId),
  ])
  return {
    chapterArray: chapters.map(({ columnId, title }) => ({ columnId, title })),
    articleArray: [...columnIds].map((columnId) => listed(columnId, known)).filter((one) => isSought(one, input)),
  }
}

/** One of them, with the texts that an editor needs. */
export const getArticle: Handler<typeof article.getArticle> = async (deps, operator, { columnId }) => {
  const { versions } = await publishedArticles(deps)
  const version = versions.get(columnId)
  const { drafts, votes } = await deps.db.directory(async (directory) => ({
    drafts: await readDrafts(directory, columnId),
    votes: await readVotes(directory, columnId),
  }))
  const shipped = shippedText(columnId)
  if (!shipped && !version && drafts.length === 0) throw new Refusal('help/not-found')
  const own = drafts.find(({ operatorId }) => operatorId === operator.operatorId)
  const isWritten = version !== undefined && (version.text !== null || version.leadsTo !== null)
  return {
    ...listed(columnId, { operator, versions, drafts, votes }),
    published: isWritten ? version.text : shipped,
    shipped,
    shippedBefore: version && isOvertaken(columnId, version) ? version.shipped : null,
    draft: own ? { text: own.text, basedOn: own.basedOn, revision: own.revision, saveTime: own.savedAt } : null,
  }
}

/** What was done to an article, by whom and why; the newest first. */
export const listArticleVersions: Handler<typeof article.listArticleVersions> = async (
  { db },
  _operator,
  { columnId, before = 2 ** 31 - 1 },
) => {
  const rows = await db.directory((directory) => versionsBefore(directory, columnId, before, pageSize + 1))
  const page = rows.slice(0, pageSize)
  return {
    versionArray: page.map(({ versionNo, deed, text, leadsTo, who, madeAt, reason }) => ({
      versionNo,
      deed,
      title: text?.title ?? null,
      leadsTo,
      who,
      time: madeAt,
      reason,
    })),
    nextBefore: rows.length > pageSize ? (page.at(-1)?.versionNo ?? null) : null,
  }
}

/** What a version said; 0 is the product's own text. */
export const getArticleVersion: Handler<typeof article.getArticleVersion> = async (
  { db },
  _operator,
  { columnId, versionNo },
) => {
  const version = versionNo === 0 ? null : await db.directory((tx) => findVersion(tx, columnId, versionNo))
  const text = versionNo === 0 ? shippedText(columnId) : (version?.text ?? null)
  if (!version && !text) throw new Refusal('help/not-found')
  return { text }
}

/** What readers said of an article, the newest first. */
export const listFeedback: Handler<typeof article.listFeedback> = async ({ db }, _operator, { columnId, cursor }) => {
  const rows = await readFeedback(db, columnId, cursor)
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.given_at, id: row.feedback_id }))
  return {
    feedbackArray: page.map((row) => ({
      feedbackId: row.feedback_id,
      isHelpful: flagOf(row.helpful),
      reason: row.reason,
      time: row.given_at,
      versionNo: row.version_no,
    })),
    nextCursor,
  }
}

function readFeedback(db: Deps['db'], columnId: string, cursor: string | undefined) {
  const after = readCursor(cursor)
  return db.directory((directory) =>
    directory
      .selectFrom('article_feedback')
      .where('column_id', '=', columnId)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('given_at', 'feedback_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('given_at', 'desc')
      .orderBy('feedback_id', 'desc')
      .limit(pageSize + 1)
      .select(['feedback_id', 'helpful', 'reason', 'given_at', 'version_no'])
      .execute(),
  )
}

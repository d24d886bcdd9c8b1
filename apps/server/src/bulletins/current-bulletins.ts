import type { bulletin } from '@moqi/api/bulletin'
import { bulletinLevels } from '@moqi/domain/bulletins/bulletin-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** What the member is to be told in the space at this moment, the most urgent first, then what began last. */
export const currentBulletins: Handler<typeof bulletin.currentBulletins> = async ({ db, now }, member) => {
  const at = now()
  const { accountId } = member
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('bulletin as b')
      .innerJoin('space as s', (join) => join.on('s.tenant_id', '=', member.tenantId))
      .leftJoin('bulletin_dismissal as d', (join) =>
        join
          .onRef('d.bulletin_id', '=', 'b.bulletin_id')
          .onRef('d.edition', '=', 'b.edition')
          .on('d.account_id', '=', accountId),
      )
      .where('b.state', '=', 'published')
      .where('b.begins_at', '<=', at)
      .where('b.ends_at', '>', at)
      .where('d.bulletin_id', 'is', null)
      .where((eb) => eb.or([eb('b.audience', '=', 'all'), eb('b.audience', '=', eb.ref('s.kind'))]))
      .orderBy('b.begins_at', 'desc')
      .select(['b.bulletin_id', 'b.edition', 'b.words', 'b.level'])
      .execute(),
  )
  const shown = rows.map(({ bulletin_id: bulletinId, edition, words, level }) => {
    return { bulletinId, edition, words, level }
  })
  return {
    bulletinArray: shown.toSorted((a, b) => bulletinLevels.indexOf(a.level) - bulletinLevels.indexOf(b.level)),
  }
}

/** The person has read it: as it was published this time it is shown to them no more, in any browser. */
export const dismissBulletin: Handler<typeof bulletin.dismissBulletin> = async (
  { db, now },
  { accountId },
  { bulletinId, edition },
) => {
  await db.directoryWrite(async (tx) => {
    const found = isUuid(bulletinId)
      ? await tx
          .selectFrom('bulletin')
          .where('bulletin_id', '=', bulletinId)
          .where('edition', '>', 0)
          .select('edition')
          .executeTakeFirst()
      : undefined
    if (!found) throw new Refusal('bulletin/not-found')
    // Published anew since: that has not been read yet.
    if (found.edition !== edition) return
    await tx
      .insertInto('bulletin_dismissal')
      .values({ bulletin_id: bulletinId, account_id: accountId, edition, dismissed_at: now() })
      .onConflict((conflict) =>
        conflict.columns(['bulletin_id', 'account_id']).doUpdateSet({ edition, dismissed_at: now() }),
      )
      .execute()
  })
  return null
}

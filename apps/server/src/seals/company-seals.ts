import type { CompanySeal, companySeal, SealLogLine } from '@moqi/api/company-seal'
import { Refusal } from '@moqi/domain/refusal'
import { sealLogVerbs } from '@moqi/domain/seals/seal-log-verbs'
import { seesSeals } from '@moqi/domain/spaces/rights'
import { type Selectable, sql } from 'kysely'
import { freezeOf } from '#src/cores/seal/freeze-seals.ts'
import { inForceAt, type SealClaims, sealClaims } from '#src/cores/seal/grants.ts'
import { lastAlert } from '#src/cores/seal/watch-seals.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { carvingOf } from './carve-seal.ts'
import { sealInfo } from './seal-info.ts'

/** The seals of a company, newest first, with how many are in each state (checklist R38). */
export const listCompanySeal: Handler<typeof companySeal.listCompanySeal> = async ({ db, now }, member, input) => {
  const { sealStatus, sealPurpose, cursor, pageSize } = input
  if (!seesThem(member)) throw new Refusal('session/forbidden')
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const about = likeText(input.keyword)
  return db.read(member.tenantId, async (tenant) => {
    let found = companysSeals(tenant, member.tenantId, now()).where('s.status', '<>', 'deleted')
    if (sealStatus) found = found.where('s.status', '=', sealStatus)
    if (sealPurpose) found = found.where('s.purpose', '=', sealPurpose)
    if (cursor) found = found.where('s.seal_id', '<', cursor)
    if (about) found = found.where((eb) => eb.or([eb('s.name', 'ilike', about), eb('s.code', 'ilike', about)]))
    const rows = await found
      .orderBy('s.seal_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const claims = await sealClaims(tenant, member, now())
    const freeze = await freezeOf(tenant, member.tenantId)
    const page = rows.slice(0, pageSize)
    return {
      sealArray: page.map((row) => wireSeal(row, member, claims)),
      countArray: await countsOf(tenant, member.tenantId),
      freeze: freeze && { time: freeze.at, who: freeze.who, reason: freeze.reason },
      nextCursor: rows.length > pageSize ? (page.at(-1)?.seal_id ?? null) : null,
    }
  })
}

/** One seal of the company, by its id. */
export const getCompanySeal: Handler<typeof companySeal.getCompanySeal> = ({ db, now }, member, { sealId }) => {
  if (!seesThem(member)) throw new Refusal('seal/not-found')
  return db.read(member.tenantId, async (tenant) => {
    const seal = await readCompanySeal(tenant, member, { sealId, now: now() })
    const alert = await lastAlert(tenant, { tenantId: member.tenantId, sealId })
    return { ...seal, alert: alert && { time: alert.at, who: alert.who, sealAlert: alert.alert } }
  })
}

/** What happened to one seal, or to all of the company's, newest first (domain 5.8). */
export const listSealLog: Handler<typeof companySeal.listSealLog> = async ({ db }, { tenantId }, input) => {
  const { sealId, cursor, pageSize } = input
  if ([cursor, sealId].some((id) => id && !isUuid(id))) throw new Refusal('request/invalid')
  return db.read(tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('seal_log as l')
      .leftJoin('seal as s', (join) =>
        join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.seal_id', '=', 'l.seal_id'),
      )
      .where('l.tenant_id', '=', tenantId)
      .$if(sealId !== undefined, (query) =>
        query.where((eb) => eb.or([eb('l.seal_id', '=', sealId ?? ''), eb('l.seal_id', 'is', null)])),
      )
      .$if(Boolean(cursor), (query) => query.where('l.log_id', '<', cursor ?? ''))
      .orderBy('l.log_id', 'desc')
      .limit(pageSize + 1)
      .select(['l.log_id', 'l.at', 'l.who', 'l.verb', 'l.detail', 's.name'])
      .execute()
    const page = rows.slice(0, pageSize)
    return {
      logArray: page.map(({ log_id, at, who, verb, detail, name }): SealLogLine => ({
        logId: log_id,
        time: at,
        who,
        label: sealLogVerbs[verb],
        sealName: name,
        detail,
      })),
      nextCursor: rows.length > pageSize ? (page.at(-1)?.log_id ?? null) : null,
    }
  })
}

/** The seal as managers see it. Throws `seal/not-found` for a person's, another's, a deleted and an invented one. */
export async function readCompanySeal(
  tenant: Db,
  member: Member,
  { sealId, now }: { sealId: string; now: number },
): Promise<CompanySeal> {
  const row = isUuid(sealId)
    ? await companysSeals(tenant, member.tenantId, now)
        .where('s.seal_id', '=', sealId)
        .where('s.status', '<>', 'deleted')
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('seal/not-found')
  return wireSeal(row, member, await sealClaims(tenant, member, now))
}

const seesThem = ({ space: { kind, rights } }: Member): boolean => kind === 'company' && seesSeals(rights)

function companysSeals(tenant: Db, tenantId: string, now: number) {
  return tenant
    .selectFrom('seal as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('signature_record as r')
          .whereRef('r.tenant_id', '=', 's.tenant_id')
          .where('r.seal_id', '=', sql<string>`s.seal_id::text`)
          .orderBy('r.signed_at', 'desc')
          .limit(1)
          .select(['r.signed_at', 'r.signer_name'])
          .as('used'),
      (join) => join.onTrue(),
    )
    .where('s.tenant_id', '=', tenantId)
    .where('s.account_id', 'is', null)
    .selectAll('s')
    .select(['used.signed_at as used_at', 'used.signer_name as used_by'])
    .select((eb) =>
      eb
        .selectFrom('seal_grant as g')
        .where(inForceAt(now))
        .where('g.manner', '=', 'hand')
        .whereRef('g.tenant_id', '=', 's.tenant_id')
        .whereRef('g.seal_id', '=', 's.seal_id')
        .select(({ fn }) => fn.count<number>('g.account_id').distinct().as('number'))
        .as('grants'),
    )
}

type Row = Selectable<Schema['seal']> & { used_at: number | null; used_by: string | null; grants: number | null }

function wireSeal(row: Row, member: Member, claims: SealClaims): CompanySeal {
  const info = sealInfo(row, member, claims)
  return {
    ...info,
    sealCode: row.code ?? '',
    sealPurpose: row.purpose ?? 'other',
    carving: row.design && carvingOf(row.design),
    grantNumber: Number(row.grants ?? 0),
    lastUseTime: row.used_at,
    lastUserName: row.used_by,
    stateReason: row.state_reason,
    stateTime: row.state_at,
    stateBy: row.state_by,
    deletable: row.used_at === null ? 1 : 0,
  }
}

async function countsOf(tenant: Db, tenantId: string) {
  const rows = await tenant
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'is', null)
    .where('status', '<>', 'deleted')
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll<number>().as('number')])
    .execute()
  return rows.map(({ status, number }) => ({ sealStatus: status, number: Number(number) }))
}

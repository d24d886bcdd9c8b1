import { hash } from 'node:crypto'
import type { ApprovalEvent } from '@moqi/domain/approvals/approval-policy'
import type { Seat } from '@moqi/domain/approvals/course'
import { Refusal } from '@moqi/domain/refusal'
import { type Selectable, sql } from 'kysely'
import type { LogActor } from '#src/cores/contract/contract-log.ts'
import type { ProvenWill } from '#src/cores/signer/will.ts'
import type { AppliedSeal } from '#src/platform/database/approval-tables.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** An application as it is kept, in the applicant's space. */
export type ApprovalRow = Selectable<Schema['approval']>
type SeatRow = Selectable<Schema['approval_seat']>

/** An approver's seat as the course of an application knows it, with what is kept of it. */
export type KeptSeat = Seat & {
  name: string
  /** ms */
  openedAt: number | null
  decidedAt: number | null
  opinion: string | null
  /** How the approver proved the will to agree; empty until then. */
  will: ProvenWill
  delegatedFrom: string | null
}

/** An application with the seats of its present round, in their order. */
export type Application = { row: ApprovalRow; seats: KeptSeat[] }

/** What an application is named by. */
export type ApprovalPlace = { tenantId: string; approvalId: string }

const seatOf = (row: SeatRow): KeptSeat => ({
  nodeNo: row.node_no,
  seatNo: row.seat_no,
  mode: row.mode,
  accountId: row.account_id,
  state: row.state,
  name: row.name,
  openedAt: row.opened_at,
  decidedAt: row.decided_at,
  opinion: row.opinion,
  will: row.will,
  delegatedFrom: row.delegated_from,
})

/** Reads an application in its tenant; null when there is none. */
export async function findApplication(db: Db, { tenantId, approvalId }: ApprovalPlace): Promise<Application | null> {
  return isUuid(approvalId) ? applicationOf(db, await rowAt(db, { tenantId, approvalId }).executeTakeFirst()) : null
}

/** The same, held until the transaction ends. Throws `approval/not-found`. */
export async function holdApplication(tx: Db, place: ApprovalPlace): Promise<Application> {
  const held = await applicationOf(tx, await rowAt(tx, place).forUpdate().executeTakeFirst())
  if (!held) throw new Refusal('approval/not-found')
  return held
}

const rowAt = (db: Db, { tenantId, approvalId }: ApprovalPlace) =>
  db.selectFrom('approval').where('tenant_id', '=', tenantId).where('approval_id', '=', approvalId).selectAll()

async function applicationOf(db: Db, row: ApprovalRow | undefined): Promise<Application | null> {
  if (!row) return null
  const seats = await db
    .selectFrom('approval_seat')
    .where('tenant_id', '=', row.tenant_id)
    .where('approval_id', '=', row.approval_id)
    .where('round', '=', row.round)
    .orderBy('seat_no')
    .selectAll()
    .execute()
  return { row, seats: seats.map(seatOf) }
}

/** The applications in whose present round somebody has still to decide, by their ids. Read in the space. */
export async function liveSeatsOf(own: Db, tenantId: string, accountId: string): Promise<string[]> {
  const rows = await own
    .selectFrom('approval_seat')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['waiting', 'open'])
    .select('approval_id')
    .distinct()
    .execute()
  return rows.map(({ approval_id }) => approval_id)
}

/** Names what an approver agrees to: the application, its round, and what exactly would be signed. */
export const agreedOf = ({ row }: Pick<Application, 'row'>): string =>
  hash('sha256', [row.approval_id, row.round, row.intent_sha256].join('\n'))

/** Keeps an application that was not there before. Runs in its tenant. */
export async function insertApplication(tx: Db, row: ApprovalRow): Promise<void> {
  await tx.insertInto('approval').values(written(row)).execute()
}

const written = (row: ApprovalRow) => ({
  tenant_id: row.tenant_id,
  approval_id: row.approval_id,
  home_tenant_id: row.home_tenant_id,
  contract_id: row.contract_id,
  party_no: row.party_no,
  sign_id: row.sign_id,
  applicant_id: row.applicant_id,
  applicant_name: row.applicant_name,
  flow_id: row.flow_id,
  flow_version: row.flow_version,
  flow_name: row.flow_name,
  node_number: row.node_number,
  round: row.round,
  state: row.state,
  reason: row.reason,
  seals: asJson(row.seals),
  amount: row.amount,
  sealed_intent: row.sealed_intent,
  intent_sha256: row.intent_sha256,
  submitted_at: row.submitted_at,
  stamped_at: row.stamped_at,
  stamp_fault: row.stamp_fault,
  stamp_tries: row.stamp_tries,
})

/** Columns of an application that change. */
export type ApprovalFields = Partial<
  Pick<
    ApprovalRow,
    | 'state'
    | 'round'
    | 'reason'
    | 'flow_id'
    | 'flow_version'
    | 'flow_name'
    | 'node_number'
    | 'submitted_at'
    | 'seals'
    | 'stamped_at'
    | 'stamp_fault'
    | 'stamp_tries'
  >
>

/** What happens to an application: its columns, its seats as they are then, and a line of its history. */
export type Happening = {
  set: ApprovalFields
  seats: readonly KeptSeat[]
  event: ApprovalEvent
  detail?: string | null
}

/** Writes what happens to an application, and tells everybody's open page whom it concerns. Runs in its tenant. */
export async function storeHappening(
  tx: Db,
  { row, seats: before }: Application,
  { set, seats, event, detail = null }: Happening,
  { actor, at }: { actor: LogActor; at: number },
): Promise<void> {
  const { tenant_id, approval_id } = row
  const place = { tenant_id, approval_id, round: set.round ?? row.round }
  await storeFields(tx, row, set)
  for (const seat of seats) {
    const old = place.round === row.round ? before.find(({ seatNo }) => seatNo === seat.seatNo) : undefined
    if (old !== seat) await putSeat(tx, place, seat, at)
  }
  await addEvent(tx, { tenant_id, approval_id, at, account_id: actor.accountId, who: actor.name, event, detail })
  for (const accountId of new Set([row.applicant_id, ...[...before, ...seats].map((seat) => seat.accountId)])) {
    tell(tx, { about: 'approval', tenantId: tenant_id, accountId, approvalId: approval_id })
  }
}

/** Writes columns of an application. Runs in its tenant. */
export async function storeFields(tx: Db, { tenant_id, approval_id }: ApprovalRow, set: ApprovalFields): Promise<void> {
  const { seals, ...plain } = set
  if (Object.keys(set).length === 0) return
  await tx
    .updateTable('approval')
    .set({ ...plain, ...(seals && { seals: asJson(seals) }) })
    .where('tenant_id', '=', tenant_id)
    .where('approval_id', '=', approval_id)
    .execute()
}

const asJson = (seals: readonly AppliedSeal[]) => sql<AppliedSeal[]>`${JSON.stringify(seals)}::jsonb`

async function putSeat(
  tx: Db,
  place: Pick<SeatRow, 'tenant_id' | 'approval_id' | 'round'>,
  seat: KeptSeat,
  at: number,
): Promise<void> {
  const told = {
    account_id: seat.accountId,
    name: seat.name,
    state: seat.state,
    changed_at: at,
    opened_at: seat.openedAt ?? (seat.state === 'open' ? at : null),
    decided_at: seat.decidedAt,
    opinion: seat.opinion,
    will: sql<SeatRow['will']>`${JSON.stringify(seat.will)}::jsonb`,
    delegated_from: seat.delegatedFrom,
  }
  await tx
    .insertInto('approval_seat')
    .values({
      tenant_id: place.tenant_id,
      approval_id: place.approval_id,
      round: place.round,
      seat_no: seat.seatNo,
      node_no: seat.nodeNo,
      mode: seat.mode,
      ...told,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'approval_id', 'round', 'seat_no']).doUpdateSet(told))
    .execute()
}

type EventRow = Omit<Selectable<Schema['approval_event']>, 'event_no'>

const addEvent = (tx: Db, row: EventRow) =>
  tx
    .insertInto('approval_event')
    .values((eb) => ({
      tenant_id: row.tenant_id,
      approval_id: row.approval_id,
      at: row.at,
      account_id: row.account_id,
      who: row.who,
      event: row.event,
      detail: row.detail,
      event_no: eb
        .selectFrom('approval_event')
        .where('tenant_id', '=', row.tenant_id)
        .where('approval_id', '=', row.approval_id)
        .select(sql<number>`coalesce(max(event_no), 0) + 1`.as('next')),
    }))
    .execute()

import type { Input, Output } from '@moqi/api/call'
import type { signatureRecord } from '@moqi/api/signature-record'
import { Refusal } from '@moqi/domain/refusal'
import { openSpaces } from '#src/cores/identity/open-spaces.ts'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkedFilter, type Filter, firstId, type ListRow, type Place } from './find-rows.ts'
import { listPage, taskRow } from './list-contracts.ts'

type All = typeof signatureRecord.listAllSpacesTasks

/** A place in the list of all spaces: rows of one contract in two spaces stand by the spaces' ids. */
type SpacedPlace = Place & { tenantId: string }

/** The person's contracts in all own spaces, newest first (checklist R34). */
export async function listAllSpaces(
  deps: Pick<Deps, 'db' | 'now'>,
  person: Person,
  { tenantId, cursor, ...asked }: Input<All>,
): Promise<Output<All>> {
  const filter = checkedFilter(asked)
  const before = placeOf(cursor)
  const spaces = openSpaces(person).filter((space) => !tenantId || space.tenantId === tenantId)
  if (spaces.length === 0) throw new Refusal('space/not-found')
  const rows: ListRow[] = []
  // A search that stopped in one space has said nothing yet of what is older there.
  let sure: Place = { at: 0, contractId: firstId }
  for (const space of spaces) {
    const viewer = { tenantId: space.tenantId, accountId: person.accountId }
    const found = await listPage(deps, viewer, filter, { before: before && placeIn(before, space.tenantId) })
    rows.push(...found.rows)
    if (found.next && isAfter(found.next, sure)) sure = found.next
  }
  return pageOf(rows.toSorted(newestFirst), filter, { sure, spaces, now: deps.now() })
}

/** Where a space's rows begin: one with a smaller id still has its row of the contract at the place. */
const placeIn = (before: SpacedPlace, tenantId: string): Place =>
  tenantId < before.tenantId ? { at: before.at, contractId: nextId(before.contractId) } : before

/** The id that comes next, so that what is smaller includes the id itself. */
function nextId(contractId: string): string {
  const next = (BigInt(`0x${contractId.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0')
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const isAfter = (one: Place, other: Place) =>
  one.at > other.at || (one.at === other.at && one.contractId > other.contractId)

const newestFirst = (a: ListRow, b: ListRow) =>
  b.created_at - a.created_at || b.contract_id.localeCompare(a.contract_id) || b.tenant_id.localeCompare(a.tenant_id)

function pageOf(
  rows: ListRow[],
  { pageSize }: Filter,
  { sure, spaces, now }: { sure: Place; spaces: OwnSpace[]; now: number },
): Output<All> {
  // Of what is older than `sure` a space may have more that was not read.
  const known = rows.filter((row) => !isAfter(sure, { at: row.created_at, contractId: row.contract_id }))
  const page = known.slice(0, pageSize)
  const last = page.at(-1)
  const rest = known.length > page.length || sure.at > 0
  const end = last
    ? `${last.created_at}.${last.contract_id}.${last.tenant_id}`
    : `${sure.at}.${sure.contractId}.${firstId}`
  return {
    taskInfoArray: page.flatMap((row) => {
      const space = spaces.find(({ tenantId }) => tenantId === row.tenant_id)
      return space ? [{ ...taskRow(row, space, now), ...spaceOf(space) }] : []
    }),
    nextCursor: rest ? end : null,
  }
}

const spaceOf = ({ tenantId, name, kind }: OwnSpace) => ({
  tenantId,
  spaceName: name || (kind === 'company' ? '企业' : '个人'),
  spaceType: kind,
})

function placeOf(cursor: string | null | undefined): SpacedPlace | null {
  if (!cursor) return null
  const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'
  const found = new RegExp(`^(\\d{1,15})\\.${id}\\.${id}$`).exec(cursor)
  if (!found?.[2] || !found[3]) throw new Refusal('request/invalid')
  return { at: Number(found[1]), contractId: found[2], tenantId: found[3] }
}

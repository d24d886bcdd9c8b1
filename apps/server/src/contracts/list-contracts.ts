import type { Input, Output } from '@moqi/api/call'
import type { TaskRow } from '@moqi/api/shapes'
import type { task } from '@moqi/api/task'
import { wireKind, wireOperation, wireStatus, wireTag } from '@moqi/api/wire/contract'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { binOperations, rowOperations } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { readCounters } from '#src/cores/contract/counters.ts'
import { namesIn } from '#src/cores/contract/search-entry.ts'
import { isShown } from '#src/cores/contract/search-words.ts'
import { seesAllContracts } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readCursor } from '#src/platform/keyset.ts'
import {
  checkedFilter,
  type Filter,
  type ListRow,
  isNarrowed,
  listRows,
  type Place,
  readRows,
  type Viewer,
} from './find-rows.ts'
import { foundSentences } from './found-sentence.ts'
import { withUrge } from './urge-offer.ts'
import { askedOf, asksForText, type FoundRow, searchRows } from './search-rows.ts'

type List = typeof task.listTasks
type ListDeps = Pick<Deps, 'db' | 'now'>

/** The contracts of a list in the current space, newest first, by keyset (checklist C48). */
export async function listContracts(deps: ListDeps, member: Member, input: Input<List>): Promise<Output<List>> {
  const filter = checkedFilter(input)
  const viewer = viewerOf(member, input.scope)
  const counted = !isNarrowed(filter) || !input.cursor
  const { rows, next, total, foundNumber } = await listPage(deps, viewer, filter, {
    before: placeOf(input.cursor),
    counted,
  })
  const shown = input.scope === 'own' ? rows : await ownInstead(deps, member, rows)
  const [asked, sentences] = [askedOf(filter), await foundSentences(deps, shown)]
  const now = deps.now()
  return {
    taskInfoArray: shown.map((found) => {
      const row = taskRow(found, member.space, now)
      const sentence = sentences.get(row.taskId)
      const named = { ...row, signerName: matchedFirst(row.signerName, asked) }
      return sentence && named.operationArray.includes('view') ? { ...named, foundText: sentence } : named
    }),
    nextCursor: next && `${next.at}.${next.contractId}`,
    ...(total !== undefined && { total }),
    ...(foundNumber !== undefined && { foundNumber }),
  }
}

/**
 * Of the company's rows those of contracts in which the member has a part of their own, with what the own list offers;
 * the status stays the company's, which is what its categories hold.
 */
async function ownInstead({ db }: ListDeps, member: Member, rows: FoundRow[]): Promise<FoundRow[]> {
  if (rows.length === 0) return rows
  const contractIds = rows.map(({ contract_id }) => contract_id)
  const found = await db.read(member.tenantId, (tenant) =>
    listRows(tenant, member, 'all')
      .where(sql<boolean>`contract_id = any(${contractIds}::uuid[])`)
      .execute(),
  )
  const own = new Map(found.map((row) => [row.contract_id, row]))
  return rows.map((row) => {
    const part = own.get(row.contract_id)
    return part ? { ...part, row_status: row.row_status } : row
  })
}

/** The parties that a search has asked for stand before the others. */
function matchedFirst(partyNames: string, { signer, keyword }: ReturnType<typeof askedOf>): string {
  const words = signer.length > 0 ? signer : keyword
  if (words.length === 0) return partyNames
  const parties = partyNames.split('、')
  const asked = new Set(parties.filter((party) => words.some((word) => isShown(word, namesIn(party)))))
  return parties.toSorted((a, b) => Number(asked.has(b)) - Number(asked.has(a))).join('、')
}

type Page = { rows: FoundRow[]; next: Place | null; total?: number | undefined; foundNumber?: number | undefined }

/** A page of a list, and where the next one begins; null at the end. A search may stop in between. */
export async function listPage(
  deps: ListDeps,
  viewer: Viewer,
  filter: Filter,
  { before, counted = false }: { before: Place | null; counted?: boolean },
): Promise<Page> {
  if (asksForText(filter) || (counted && isNarrowed(filter)))
    return narrowPage(deps, viewer, filter, { before, counted })
  const want = filter.pageSize + 1
  const rows = await deps.db.read(viewer.tenantId, (tenant) =>
    readRows(tenant, viewer, filter, { before, want, counted }),
  )
  const page = pageOf(rows, filter, null)
  if (!counted) return page
  const [first] = rows
  return {
    ...page,
    total: first ? (first.total ?? 0) : ((await readCounters(deps, viewer))[wireStatus(filter.status)] ?? 0),
  }
}

/**
 * A page of what a filter lets through, whose number nobody keeps: it is counted as far as
 * `operationLimits.countedRows`.
 */
async function narrowPage(
  deps: ListDeps,
  viewer: Viewer,
  filter: Filter,
  { before, counted }: { before: Place | null; counted: boolean },
): Promise<Page> {
  const want = counted ? operationLimits.countedRows + 1 : filter.pageSize + 1
  const { rows, stoppedAt } = asksForText(filter)
    ? await deps.db.write(viewer.tenantId, (tx) =>
        searchRows(tx, viewer, filter, { before: before ?? afterAll(deps), want }),
      )
    : {
        rows: await deps.db.read(viewer.tenantId, (tenant) =>
          readRows(tenant, viewer, filter, { before, want, counted: false }),
        ),
        stoppedAt: null,
      }
  const page = pageOf(rows, filter, stoppedAt)
  // A search that stopped on the way knows how many only when that is too many.
  const isKnown = counted && (stoppedAt === null || rows.length > operationLimits.countedRows)
  return isKnown ? { ...page, foundNumber: rows.length } : page
}

/** The rows of a list from its beginning, up to `most`. */
export async function firstRows(deps: ListDeps, viewer: Viewer, filter: Filter, most: number): Promise<ListRow[]> {
  const rows: ListRow[] = []
  let before: Place | null = null
  do {
    const page: Page = await listPage(deps, viewer, { ...filter, pageSize: most - rows.length }, { before })
    rows.push(...page.rows)
    before = page.next
  } while (before && rows.length < most)
  return rows
}

/** The rows may be one more than a page holds. */
function pageOf(rows: FoundRow[], { pageSize }: Filter, stoppedAt: Place | null): Page {
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const next = rows.length > page.length && last ? { at: last.created_at, contractId: last.contract_id } : stoppedAt
  return { rows: page, next }
}

/** Clocks of several nodes differ. */
const afterAll = ({ now }: Pick<Deps, 'now'>): Place => ({
  at: now() + dayMs,
  contractId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
})

/** Whose list is meant: the person's own or, for who may see it, the company's (checklist I9). */
export function viewerOf(member: Member, scope: 'own' | 'company'): Viewer {
  const { tenantId, accountId, space } = member
  if (scope === 'own') return { tenantId, accountId }
  if (!seesAllContracts(space)) throw new Refusal('space/owner-only')
  return { tenantId, accountId: tenantId }
}

/** The ten rows that changed last, for the home page (checklist C47). */
export async function recentContracts(deps: ListDeps, member: Member): Promise<Output<typeof task.recentTasks>> {
  const rows = await deps.db.read(member.tenantId, (tenant) =>
    listRows(tenant, member, 'all').orderBy('changed_at', 'desc').limit(10).execute(),
  )
  const now = deps.now()
  return { taskInfoArray: rows.map((row) => taskRow(row, member.space, now)) }
}

/** The counters, which are kept with every change and never counted (checklist C49). */
export async function getStatusTotal(
  deps: Pick<Deps, 'db'>,
  member: Member,
  { scope }: Input<typeof task.getStatusTotal>,
): Promise<Output<typeof task.getStatusTotal>> {
  return readCounters(deps, viewerOf(member, scope))
}

function placeOf(cursor: string | null | undefined): Place | null {
  const keyset = readCursor(cursor)
  return keyset && { at: keyset.at, contractId: keyset.id }
}

/** A list row as it travels (checklist E6), read in one of the viewer's spaces at `now`. */
export function taskRow(row: ListRow, space: Pick<Member['space'], 'companyId'>, now: number): TaskRow {
  // A company's row is for reading: who has a part in the contract reads their own (checklist I9).
  const isCompanys = row.account_id === row.tenant_id
  const view = {
    contractState: row.contract_state,
    voidState: row.void_state,
    kind: row.kind,
    isInitiator: row.is_initiator && !isCompanys,
    ownPartyState: isCompanys ? null : row.party_state,
    isCc: isCompanys || (!row.is_initiator && row.party_state === null),
  }
  const told: TaskRow = {
    signId: row.sign_id,
    taskId: row.contract_id,
    taskNo: row.contract_no,
    taskName: row.subject,
    taskType: wireKind(row.kind),
    status: wireStatus(row.row_status),
    taskStatus: wireStatus(row.contract_state),
    initiateUser: view.isInitiator ? 'yes' : 'no',
    initiatorName: row.initiator_name,
    signerName: row.party_names,
    signExpireTime: row.sign_expire_at,
    companyId: space.companyId,
    createTime: row.created_at,
    initiateTime: row.sent_at,
    finishTime: row.finished_at,
    deleteTime: row.binned_at,
    tagArray: [
      ...(row.void_state === 'voiding' ? [wireTag('voiding')] : []),
      ...(row.party_state === 'approving' ? [wireTag('approving')] : []),
    ],
    operationArray: (row.binned_at === null ? rowOperations(view) : binOperations(view)).map((one) =>
      wireOperation(one),
    ),
  }
  return withUrge(told, row.urging, now)
}

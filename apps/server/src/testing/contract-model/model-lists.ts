import type { InboxRow } from '#src/cores/contract/inbox-row.ts'
import type { RowPlace } from '#src/cores/contract/inbox.ts'
import { type ModelRow, placeOf, type World } from './world.ts'

/** What a row is counted in (checklist C49); in the bin it is counted there alone. */
export function countedIn({ row, binned }: ModelRow): string[] {
  if (binned) return ['bin']
  const open = ['iSign', 'otherSign', 'signingApprovalFailed'].includes(row.row_status) ? ['signing'] : []
  const role = row.is_initiator ? ['myLaunch'] : row.party_state === null ? ['cc'] : []
  return ['all', row.row_status, ...open, ...role]
}

function count(world: World, place: string, row: ModelRow | undefined, change: 1 | -1): void {
  for (const category of row ? countedIn(row) : []) {
    const key = `${place} ${category}`
    world.counters.set(key, (world.counters.get(key) ?? 0) + change)
  }
}

function listOf(world: World, place: string): Map<string, ModelRow> {
  const list = world.lists.get(place) ?? new Map<string, ModelRow>()
  world.lists.set(place, list)
  return list
}

/** Puts a row into a list: a new one outside the bin, a known one where it lies. */
export function putRow(world: World, place: string, row: InboxRow): void {
  const list = listOf(world, place)
  const old = list.get(row.contract_id)
  const put = { row, binned: old?.binned ?? false }
  count(world, place, old, -1)
  count(world, place, put, 1)
  list.set(row.contract_id, put)
}

/** Moves a row into the bin or out of it; answers whether it lay elsewhere. */
export function binRow(world: World, where: RowPlace, binned: boolean): boolean {
  const place = placeOf(where)
  const old = listOf(world, place).get(where.contractId)
  if (!old || old.binned === binned) return false
  const moved = { row: old.row, binned }
  count(world, place, old, -1)
  count(world, place, moved, 1)
  listOf(world, place).set(where.contractId, moved)
  return true
}

/** Takes a row out of a list; answers whether it was there. */
export function removeRow(world: World, where: RowPlace): boolean {
  const place = placeOf(where)
  const list = listOf(world, place)
  const old = list.get(where.contractId)
  count(world, place, old, -1)
  return list.delete(where.contractId)
}

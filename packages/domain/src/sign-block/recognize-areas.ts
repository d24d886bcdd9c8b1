import { type Control, controlTable, type OnePageControl } from '../contract/controls.ts'
import { signaturesFor } from '../contract/sign-kind.ts'
import { findLabels, type Label } from './find-labels.ts'
import { type Column, freePlace, inkBoxes, meets } from './free-place.ts'
import type { Box, TextLine } from './text-line.ts'
import { type OwnedLabel, ownedLabels, type SeekingParty } from './whose-label.ts'

/** A place that a file's text asks a party to seal, sign or date; mm from the page's top left, pages from 1. */
export type RecognizedArea = Box & {
  readonly page: number
  readonly control: OnePageControl
  readonly partyNo: number
  /** The words it stands at. */
  readonly label: string
}

/** What is recognised: places, and the page on which the parties sign; null when no signature block is found. */
export type Recognized = { readonly areas: readonly RecognizedArea[]; readonly signPage: number | null }

type Pages = readonly { readonly width: number; readonly height: number }[]
type Wish = OwnedLabel & { readonly control: OnePageControl }

const margin = 5
/** What a file may cost: units of a line, labels, places and pieces of ink on a page; no contract comes near. */
const limits = { line: 1000, labels: 2000, wishes: 100, ink: 600 } as const

/**
 * Reads a file's signature blocks: 甲方（盖章）, 乙方（签字）, 法定代表人, 签署日期 and their like, in columns, tables and
 * one below the other. Places lie beside their label, inside the page, over no text and over no other place; a seal
 * that finds no room lies over its own label, as on paper, and whatever else finds none is left out.
 */
export function recognizeAreas(lines: readonly TextLine[], pages: Pages, parties: readonly SeekingParty[]): Recognized {
  const legible = lines.filter(({ text }) => text.length <= limits.line)
  const names = parties.flatMap((party) => party.names)
  const owned = ownedLabels(findLabels(legible, names).slice(-limits.labels), legible, parties)
  const wishes = onceEach(owned.flatMap(wished)).slice(-limits.wishes)
  const numbers = [...new Set(wishes.map(({ label }) => label.page))]
  const areas = numbers.flatMap((page) => {
    const size = pages[page - 1]
    const here = lines.filter((line) => line.page === page)
    const wanted = wishes.filter(({ label }) => label.page === page)
    const heads = owned.flatMap(({ label }) => (label.page === page && label.role === 'side' ? [label] : []))
    return size ? placed(wanted, heads, here, size) : []
  })
  return { areas, signPage: busiestPage(areas) }
}

/** What a label asks its party for; nothing when the party is asked to sign otherwise. */
function wished({ label, party }: OwnedLabel): Wish[] {
  const control = controlFor(label, party)
  return control ? [{ label, party, control }] : []
}

function controlFor(label: Label, { kind, signKind }: SeekingParty): OnePageControl | undefined {
  if (label.role === 'date') return 'date'
  const allowed = signaturesFor(kind, signKind)
  const first = (...controls: readonly OnePageControl[]) => controls.find((control) => allowed.includes(control))
  if (label.role === 'representative') {
    if (kind === 'person') return undefined
    return label.legalSeal ? first('legalSeal', 'handwrite') : first('handwrite')
  }
  if (kind === 'company') return first('companySeal')
  return label.seals && !label.signs && /公?盖章|印章/.test(label.text)
    ? first('personSign', 'handwrite')
    : first('handwrite', 'personSign')
}

/**
 * One seal, one signature and one date a party in a block: at 盖章处 rather than at the side's mere name above it, and by
 * who acts for a company rather than by who heads it.
 */
function onceEach(wishes: readonly Wish[]): Wish[] {
  const better = ({ label: one }: Wish, { label: other }: Wish) =>
    (one.agent && !other.agent) || (one.role === 'side' && !one.plain && other.plain)
  const same = (one: Wish, other: Wish) =>
    one.party === other.party &&
    (one.control === other.control || isBoth('representative', one, other)) &&
    one.label.page === other.label.page &&
    Math.abs(one.label.box.y - other.label.box.y) < sameBlock
  return wishes.filter(
    (wish, index) =>
      !wishes.some((other, at) => same(wish, other) && (better(other, wish) || (at < index && !better(wish, other)))),
  )
}

/** Legal representative and agent sign for a company the one or the other. */
const isBoth = (role: Label['role'], one: Wish, other: Wish) => one.label.role === role && other.label.role === role

const sameBlock = 60

const placingOrder: readonly Control[] = ['companySeal', 'legalSeal', 'personSign', 'handwrite', 'date']

function placed(
  wishes: readonly Wish[],
  heads: readonly Label[],
  lines: readonly TextLine[],
  page: { readonly width: number; readonly height: number },
): RecognizedArea[] {
  const ink = inkBoxes(lines)
  const areas: RecognizedArea[] = []
  if (ink.length > limits.ink) return areas
  const inOrder = placingOrder.flatMap((control) => wishes.filter((wish) => wish.control === control))
  for (const wish of inOrder) {
    const { label, control, party } = wish
    const { size } = controlTable[control]
    const column = columnOf(label, heads, page, size.width)
    const spared = wishes.filter((other) => other !== wish).map(writingPlace)
    const spot = (covered: readonly Box[]) =>
      freePlace(label.box, { size, column, covered: [...covered, ...areas], spared, reach: reachOf(wish) })
    const own = (box: Box) => meets(box, label.box)
    const box = spot(ink) ?? (control === 'companySeal' ? spot(ink.filter((one) => !own(one))) : undefined)
    if (box) areas.push({ ...box, page: label.page, control, partyNo: party.partyNo, label: label.text })
  }
  areas.sort((a, b) => a.y - b.y || a.x - b.x)
  return areas
}

/** A date stands at its line and a representative's signature near it; a seal finds its room around the block. */
function reachOf({ label, control }: Wish): number {
  if (control === 'date') return 14
  return label.role === 'representative' ? 18 : 66
}

/** Where one would write by hand behind a label. */
function writingPlace({ label: { box }, control }: Wish): Box {
  const { width, height } = controlTable[control].size
  return { x: box.x + box.width + 1, y: box.y + (box.height - height) / 2, width, height }
}

/** From the label to the next side at its height, else to the page's edge; further left where that is too narrow. */
function columnOf(
  { box }: Label,
  heads: readonly Label[],
  page: { readonly width: number; readonly height: number },
  width: number,
): Column {
  const after = heads.filter((head) => head.box.x > box.x + columnGap && Math.abs(head.box.y - box.y) <= blockReach)
  const right = Math.min(page.width - margin, ...after.map((head) => head.box.x - 1))
  return { left: Math.max(margin, Math.min(box.x, right - width)), right, top: margin, bottom: page.height - margin }
}

const blockReach = 60
const columnGap = 25

/** The page with the most places, the first of several. */
function busiestPage(areas: readonly RecognizedArea[]): number | null {
  const counts = new Map<number, number>()
  for (const { page } of areas) counts.set(page, (counts.get(page) ?? 0) + 1)
  const most = Math.max(...counts.values())
  for (const [page, count] of counts) if (count === most) return page
  return null
}

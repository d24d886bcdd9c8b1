import type { SignKind } from '../contract/sign-kind.ts'
import type { PartyKind } from '../contract/party-kind.ts'
import type { Label } from './find-labels.ts'
import { sideWords, stemIndex } from './sign-words.ts'
import type { TextLine } from './text-line.ts'

/** A party that looks for its places; `names` are its company's and its person's as the lines write them. */
export type SeekingParty = {
  readonly partyNo: number
  readonly kind: PartyKind
  readonly signKind: SignKind
  readonly names: readonly string[]
}

/** A label with the party that it is for. */
export type OwnedLabel = { readonly label: Label; readonly party: SeekingParty }

// A block is no taller, and its columns begin no further from each other, mm.
const blockHeight = 90
const columnWidth = 30
// Letters between what a side is called and its name: 甲方（出租人）：…
const nameDistance = 24

/**
 * Whose each label is: by the name that stands beside it, else by 甲, 乙 … in the parties' order, else by the order in
 * which the sides appear. Labels of sides that are no party are left out, and so are those without a side above.
 */
export function ownedLabels(
  labels: readonly Label[],
  lines: readonly TextLine[],
  parties: readonly SeekingParty[],
): OwnedLabel[] {
  const heads = headsOf(labels)
  const partyOf = partiesOfSides(heads, lines, parties)
  const owned = heads.flatMap((label) => {
    const party = label.side === '' ? undefined : partyOf.get(label.side)
    return party ? [{ label, party }] : []
  })
  const unnamed = heads.filter(({ side }) => side === '').flatMap((label) => unnamedHead(label, owned, parties))
  const all = [...owned, ...unnamed]
  const below = labels.flatMap((label) => {
    if (label.role === 'side') return []
    const own = label.side === '' ? undefined : partyOf.get(label.side)
    const party = own ?? headOf(label, all)?.party
    return party ? [{ label, party }] : []
  })
  return [...all, ...below]
}

/** The labels under which a side signs: those that say so, and a mere 甲方： where nothing else in the file does. */
function headsOf(labels: readonly Label[]): Label[] {
  const sides = labels.filter(({ role }) => role === 'side')
  const asking = sides.filter(({ plain }) => !plain)
  const called = new Set(asking.map(({ side }) => side))
  const mere = sides.filter(
    (label) =>
      label.plain &&
      !called.has(label.side) &&
      isCalledSide(label.side) &&
      labels.some((other) => other.side === '' && isUnder(other, label)),
  )
  // Of a side that is named several times the last is where it signs.
  const last = mere.filter((label, index) => !mere.slice(index + 1).some(({ side }) => side === label.side))
  return [...asking, ...last]
}

/** 甲方, 承租人; not a name, nor 单位： as it stands above tables. */
const isCalledSide = (side: string) => side !== '单位' && side !== '公司' && new RegExp(`^${sideWords}$`).test(side)

function partiesOfSides(
  heads: readonly Label[],
  lines: readonly TextLine[],
  parties: readonly SeekingParty[],
): Map<string, SeekingParty> {
  const found = new Map<string, SeekingParty>()
  const sides = [...new Set(heads.map(({ side }) => side))].filter((side) => side !== '')
  for (const side of sides) {
    const party = parties.find(({ names }) => names.includes(side)) ?? namedParty(side, lines, parties)
    if (party) found.set(side, party)
  }
  const open = sides.flatMap((side) =>
    found.has(side) ? [] : [{ side, index: stemIndex(side) ?? sideOf(side, lines) }],
  )
  const give = (side: string, party: SeekingParty | undefined) => {
    if (party && ![...found.values()].includes(party)) found.set(side, party)
  }
  for (const { side, index } of open) if (index !== undefined) give(side, parties[index])
  for (const { side, index = 0 } of open) {
    // A third side of a contract between two is nobody's, whoever is left.
    const left = parties.find((party) => ![...found.values()].includes(party))
    if (!found.has(side) && index < parties.length) give(side, left)
  }
  return found
}

/** The party whose name a line gives to a side: 甲方（出租人）：杭州云启科技有限公司. */
function namedParty(side: string, lines: readonly TextLine[], parties: readonly SeekingParty[]) {
  for (const { text } of lines) {
    for (let at = text.indexOf(side); at !== -1; at = text.indexOf(side, at + 1)) {
      const from = at + side.length
      const named = parties.find(({ names }) =>
        names.some((name) => {
          const where = name === '' ? -1 : text.indexOf(name, from)
          return where !== -1 && where - from <= nameDistance && isCalled(text.slice(from, where))
        }),
      )
      if (named) return named
    }
  }
  return undefined
}

/** Between a side and its name stand a colon, brackets and what is asked; no other side and no sentence. */
const isCalled = (between: string) => /^(?:\([^()]*\)|盖章|签字|签章|[处_])*:?_*$/.test(between)

/** 甲方（出租人）or 出租人（甲方）says which of the sides 出租人 is. */
function sideOf(side: string, lines: readonly TextLine[]): number | undefined {
  for (const { text } of lines) {
    const at = text.indexOf(side)
    if (at === -1) continue
    const near = text.slice(Math.max(0, at - 3), at) + text.slice(at + side.length, at + side.length + 10)
    const stem = /([甲-癸])方\($/.exec(text.slice(0, at))?.[0] ?? /^\((?:以下简称)?"?(.方)/.exec(near)?.[1]
    const index = stem === undefined ? undefined : stemIndex(stem)
    if (index !== undefined) return index
  }
  return undefined
}

/** A label without a side, 盖章处 or 签字：, belongs to the side above it, else to a party of its kind that has none. */
function unnamedHead(label: Label, owned: readonly OwnedLabel[], parties: readonly SeekingParty[]): OwnedLabel[] {
  const head = headOf(label, owned)
  if (head) return [{ label, party: head.party }]
  const kind = label.seals && !label.signs ? 'company' : 'person'
  const party = parties.find((one) => one.kind === kind && owned.every((other) => other.party !== one))
  return party ? [{ label, party }] : []
}

/** The side that a label stands under: the next on its line, else the nearest above it in its column. */
function headOf(label: Label, heads: readonly OwnedLabel[]): OwnedLabel | undefined {
  const onPage = heads.filter((head) => head.label.page === label.page)
  const onLine = onPage.filter((head) => Math.abs(head.label.box.y - label.box.y) < 3 && head.label.box.x < label.box.x)
  onLine.sort((a, b) => b.label.box.x - a.label.box.x)
  if (onLine[0]) return onLine[0]
  const above = onPage.filter((head) => isUnder(label, head.label))
  above.sort((a, b) => distance(label, a.label) - distance(label, b.label))
  return above[0]
}

const distance = (label: Label, head: Label) =>
  Math.abs(label.box.x - head.box.x) * 3 + Math.abs(label.box.y - head.box.y)

function isUnder(label: Label, head: Label): boolean {
  const down = label.box.y - head.box.y
  return (
    label.page === head.page && down >= -3 && down <= blockHeight && Math.abs(label.box.x - head.box.x) <= columnWidth
  )
}
